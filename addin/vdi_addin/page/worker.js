"use strict";
self["stream/web"] = self; // where the decoder, made for Node.js too, looks for streams
/*DECODER*/
const HOST = "https://page.invalid/"; // nobody's name, and never asked: what is fetched is inside
let session, toPython;

const step = (done, text) => postMessage({ step: text, done });

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function unpacked(base64) {
  const packed = new Blob([bytesOf(base64)]).stream();
  const plain = new self["xz-decompress"].XzReadableStream(packed);
  const all = new Uint8Array(await new Response(plain).arrayBuffer());
  let at = 4 + new DataView(all.buffer).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(all.subarray(4, at)));
  return new Map(index.map(([name, size]) => [name, all.subarray(at, (at += size))]));
}

/** Answer from these files whatever Pyodide fetches, and run its scripts. */
function serve(files) {
  self.fetch = async (address) => {
    const name = String(address).replace(HOST, "");
    if (!files.has(name)) throw new TypeError(`${name} is not in this page`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files.get(name), { headers: { "Content-Type": type } });
  };
  for (const name of ["pyodide.asm.js", "pyodide.js"]) {
    const script = URL.createObjectURL(new Blob([files.get(name)], { type: "text/javascript" }));
    importScripts(script);
    URL.revokeObjectURL(script);
  }
}

function install(python, files) {
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const [name, content] of files) {
    if (!name.startsWith("site/")) continue;
    const path = `${folder}/${name.slice(5)}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
}

/** Pass on what is printed, a piece at a time. */
function printing(name) {
  const decoder = new TextDecoder();
  const write = (bytes) => {
    postMessage({ [name]: decoder.decode(bytes, { stream: true }) });
    return bytes.length;
  };
  return { write };
}

async function start({ payload, lock }) {
  step(1, "unpacking");
  const files = await unpacked(payload);
  step(2, "starting Python");
  serve(files);
  const python = await loadPyodide({ indexURL: HOST, packageBaseUrl: HOST, lockFileContents: lock });
  step(3, "loading the command");
  install(python, files);
  python.setStdout(printing("out"));
  python.setStderr(printing("error"));
  python.runPython("import vdi_addin.command.compare");
  session = python.pyimport("vdi_addin.page.session");
  toPython = (files) => python.toPy(files);
  postMessage({ ready: true });
}

function run({ line, files }) {
  const given = toPython(new Map(files.map(([name, content]) => [name, new Uint8Array(content)])));
  const result = session.run(line, given);
  const [status, made] = result.toJs();
  result.destroy();
  given.destroy();
  postMessage({ status, made });
}

onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else run(data.run);
  } catch (error) {
    postMessage({ broken: String(error.stack || error) });
  }
};

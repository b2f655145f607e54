// Python in a thread of its own: it answers requests in JSON, one after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/lib/site";

async function archive(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} is not there`);
  return response.arrayBuffer();
}

// SymPy is imported while Python waits; a worker may wait for a server, as a page may not.
function fetchSymPy(python) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL("sympy.zip", import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error("sympy.zip is not there");
  python.unpackArchive(request.response, "zip", { extractDir: HOME });
}

async function start() {
  const [python, ...archives] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    archive("exactnb.zip"),
    archive("mpmath.zip"),
  ]);
  for (const each of archives) python.unpackArchive(each, "zip", { extractDir: HOME });
  const answering = python.runPython(`
import sys
sys.path.insert(0, "${HOME}")
from exactnb.interfaces.site.browser_api import BrowserApi
from exactnb.interfaces.site.sympy_import import FetchedSymPy
lambda fetch: sys.meta_path.append(FetchedSymPy(fetch)) or BrowserApi().answer
`);
  return answering(() => fetchSymPy(python));
}

const ready = start();
ready.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message || error) }),
);

onmessage = async ({ data }) => {
  const answer = await ready;
  postMessage({ id: data.id, answer: answer(data.request) });
};

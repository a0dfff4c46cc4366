// For `node --import`: writes which files were loaded, as JSON, to the file that LOADED_MODULES names.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const loaded = new Set();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    if (url.startsWith('file:')) loaded.add(url);
  });
  session.post('Debugger.enable');
  process.on('exit', () => writeFileSync(process.env.LOADED_MODULES, JSON.stringify([...loaded])));
}

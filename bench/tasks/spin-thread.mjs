// A bare worker thread: as many pieces of the work as it is told, and nothing around them.
import { parentPort } from 'node:worker_threads';
import { spin } from './spin.mjs';

parentPort.on('message', (pieces) => {
  let sum = 0;
  for (let piece = 0; piece < pieces; piece++) sum += spin();
  parentPort.postMessage(sum);
});

import { setDefaultTimeout, setWorldConstructor, World } from '@cucumber/cucumber';
import { Project } from './project.js';
import { WatchedRun } from './watched-run.js';

/** What a scenario works with: a project that is decomposed, or a plan that is executed. */
export class Scene extends World {
  readonly project = new Project();
  readonly run = new WatchedRun();
}
setWorldConstructor(Scene);

// Nothing waits for time to pass; this is how long a handshake that never comes may hold up the others. No machine is so
// slow as to reach it.
setDefaultTimeout(300_000);

// Imported before all steps, in each process that runs scenarios. Not by `node --import tsx`: every thread that a scenario
// starts would load it again.
import { register } from 'tsx/esm/api';

register();

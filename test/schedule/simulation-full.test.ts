import { describe } from 'vitest';
import { hold } from './simulation/hold.js';
import { wantedInFull } from './simulation/wanted.js';

describe('simulated runs, full', () => hold({ flavour: 'full', runs: 2_000, wanted: wantedInFull }));

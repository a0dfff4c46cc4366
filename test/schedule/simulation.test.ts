import { describe } from 'vitest';
import { hold } from './simulation/hold.js';
import { wantedInPlain } from './simulation/wanted.js';

describe('simulated runs, plain', () => hold({ flavour: 'plain', runs: 1_500, wanted: wantedInPlain }));

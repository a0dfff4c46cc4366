import { describe } from 'vitest';
import { hold } from './simulation/hold.js';
import { wantedInPlain } from './simulation/wanted.js';

describe('simulated runs, plain', () => hold({ flavour: 'plain', runs: 3_000, wanted: wantedInPlain }));

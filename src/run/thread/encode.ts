import { deserialize, serialize } from 'node:v8';
import type { Encoded } from './protocol.js';

/** Throws what the value's own getters throw, or that it cannot be cloned. */
export const encode = (value: unknown): Encoded => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')) {
    return { plain: value };
  }
  return { bytes: serialize(value) };
};

export const decode = ({ bytes, plain }: Encoded = {}): unknown => (bytes ? deserialize(bytes) : plain);

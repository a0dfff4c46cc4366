/** What a key asks for. */
export type KeyAction =
  | 'pause'
  | 'more'
  | 'fewer'
  | 'up'
  | 'down'
  | 'cancel'
  | 'retry'
  | 'retry-all'
  | 'stop'
  | 'help'
  | 'interrupt'
  | 'suspend'
  | 'quit';

const keys: ReadonlyMap<string, KeyAction> = new Map([
  ['p', 'pause'],
  [' ', 'pause'],
  ['+', 'more'],
  ['=', 'more'],
  ['-', 'fewer'],
  ['_', 'fewer'],
  ['k', 'up'],
  ['j', 'down'],
  ['x', 'cancel'],
  ['r', 'retry'],
  ['R', 'retry-all'],
  ['s', 'stop'],
  ['q', 'stop'],
  ['?', 'help'],
  ['h', 'help'],
  ['\x03', 'interrupt'],
  ['\x1a', 'suspend'],
  ['\x1c', 'quit'],
]);

/** The last character of an escape sequence without parameters: `ESC [ A`, and `ESC O A` in another mode. */
const arrows: ReadonlyMap<string, KeyAction> = new Map([
  ['A', 'up'],
  ['B', 'down'],
]);

const esc = '\x1b';

/**
 * Turns what a terminal sends into what is asked for. Other keys do nothing, and of their sequences no character is
 * taken for a key. Pieces may end anywhere: only the place within a sequence is kept, so none can grow without end.
 */
export const keyReader = (onAction: (action: KeyAction) => void): ((text: string) => void) => {
  let place: 'outside' | 'begun' | 'sequence' | 'parameters' = 'outside';
  const tell = (action: KeyAction | undefined): void => {
    place = 'outside';
    if (action) onAction(action);
  };
  return (text) => {
    for (const char of text) {
      const isControl = char < ' ' || char === '\x7f';
      if (char === esc) place = 'begun';
      // Whatever sequence a control character breaks off: Ctrl-C is heard.
      else if (place === 'outside' || isControl) tell(keys.get(char));
      // With Alt, most keys are sent with an escape before them.
      else if (place === 'begun') place = char === '[' || char === 'O' ? 'sequence' : 'outside';
      else if (/[@-~]/.test(char)) tell(place === 'sequence' ? arrows.get(char) : undefined);
      else place = 'parameters';
    }
  };
};

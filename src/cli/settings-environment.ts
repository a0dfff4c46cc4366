import { commandVariables } from '../domain/command.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment that settings are read from. In a command that another subplan runs, what that one tells it is none. */
export const settingsEnvironment = (env: Environment): Environment => {
  if (env.SUBPLAN_MARK === undefined) return env;
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !commandVariables.includes(name) && !name.startsWith('SUBPLAN_SETTING_')),
  );
};

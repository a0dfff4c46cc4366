import { jsonText } from '../../report/json-text.js';
import { drawSurvey } from '../../report/survey-view.js';
import { visibleLines } from '../../report/visible.js';
import type { RunViewSettings } from '../settings/view-settings.js';
import { terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { type Result, surveyOf } from './run-outputs.js';

/** What a run puts on stdout when it has ended; nothing where it goes to files, or its events were there. */
export const resultText = (result: Result, view: RunViewSettings, { stdout, env }: World): string => {
  const { plan, report, name, isSurvey } = result;
  const toFiles = view.output.length > 0;
  if (view.json || report.root.outcome !== 'succeeded') return '';
  const survey = surveyOf(result);
  if (survey) {
    const { columns, paint } = terminalOf(stdout, env, { color: view.color, all: false });
    return view.quiet && toFiles ? '' : ended(drawSurvey({ plan, report: survey, name, columns, paint }).join('\n'));
  }
  return isSurvey || toFiles ? '' : valueText(report.root.value, stdout.isTTY === true);
};

/** A text as it is, and anything else as JSON. On a terminal what could take it over is escaped. */
const valueText = (value: unknown, isTerminal: boolean): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return ended(jsonText(value, 2));
  return ended(isTerminal ? visibleLines(value) : value);
};

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

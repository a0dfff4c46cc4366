import type { Outcome } from '../../domain/outcome.js';
import type { Survey } from '../../domain/survey.js';
import type { Coverage } from '../../domain/task.js';
import type { PlanView } from '../plan-view.js';

/** How the survey of a subplan ended. */
export interface Surveyed {
  readonly id: string;
  readonly label: string;
  readonly outcome: Outcome;
  readonly value?: Survey | undefined;
  readonly failure?: { readonly message: string; readonly why?: string } | undefined;
}

/** What views need of the report of a survey. */
export interface SurveyReport {
  readonly leaves: readonly Surveyed[];
  readonly branches: readonly (Surveyed & { readonly coverage: Coverage })[];
}

/** A survey to be shown: of which plan, and what the project is called. */
export interface SurveyInput {
  readonly plan: PlanView;
  readonly report: SurveyReport;
  readonly name: string;
}

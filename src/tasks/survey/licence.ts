const licence = new RegExp(
  [
    'copyright|\\(c\\) ?\\d{4}|©|all rights reserved|spdx-|licen[cs]ed? (?:under|to|is)|(?:mit|bsd|apache|gnu|gpl|mozilla).{0,40}licen[cs]e',
    'permission is hereby granted|redistribut|as.is.{0,40}warrant|without (?:any |express )?warrant|no warranty',
    'free software|this (?:file|program|code|software|library) (?:is|was) (?:part|distributed|licen[cs]ed|released|provided|contributed|placed)',
    'the above copyright|public domain|you (?:may|should|can) (?:not use|have received|obtain) (?:this|a copy)|liable for|merchantab',
    'see (?:the )?(?:file )?["\'`]?(?:licen[cs]e|copying|legal)|contributor license agreement|trade ?marks? of',
    '\\b(?:isc|bsd\\d?|mit|l?gpl|mpl)\\b.{0,12}(?:licen[cs]e|terms)|(?:available|released|published|distributed) under',
    'neither the name|endorse or promote|unless required by applicable',
  ].join('|'),
  'i',
);

/** Whether a paragraph is about rights and not about the code. */
export const isLicence = (paragraph: string): boolean => licence.test(paragraph);

import { reportFileLimit, reportFileTexts } from '@jaanch/contracts/http/report-file'

/** A report that comes as a file is a PDF. */
export const reportFileRules = {
  types: ['application/pdf'],
  limit: reportFileLimit,
  texts: reportFileTexts,
} as const

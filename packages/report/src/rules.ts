/** Rules for report files, in a file without schemas so that the browser loads them without zod. */

/** 10 MB, decoded. */
export const reportFileLimit = 10 * 1024 ** 2

/** Base64 encodes 3 bytes as 4; the rest is for the other fields. */
export const reportBodyLimit = Math.ceil(reportFileLimit / 3) * 4 + 20_000

/** The texts for rejected files. */
export const reportFileTexts = {
  tooLarge: 'Please select a file smaller than 10MB',
  wrongType: 'Please upload a PDF file',
  missing: 'Please select a report file to upload',
}

/** Rules of a report's file, apart from the schemas: the browser takes them without zod. */

/** 10 MB, decoded. */
export const reportFileLimit = 10 * 1024 ** 2

/** Base64 makes 4 bytes of 3; the rest is room for the other fields. */
export const reportBodyLimit = Math.ceil(reportFileLimit / 3) * 4 + 20_000

/** What a person reads whose file is refused. */
export const reportFileTexts = {
  tooLarge: 'Please select a file smaller than 10MB',
  wrongType: 'Please upload a PDF file',
  missing: 'Please select a report file to upload',
}

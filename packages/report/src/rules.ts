/** Access to reports, and rules for their files: in a file without schemas so that the browser loads them without zod. */

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

const staff = { admins: ['medical'], labs: ['technician', 'pathologist'] } as const

/** The access of calls that read reports */
export const reportReaders = { access: 'signed-in', ...staff } as const

/** The access of calls by which reports are made, and people called about them */
export const reportMakers = { access: ['lab-partner', 'admin'], ...staff } as const

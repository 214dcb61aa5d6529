/** Why an uploaded file is refused, in sentences for whoever uploads it. The client shows some of them itself: no schemas. */
export const fileProblems = {
  heic: 'This photo is in Apple’s HEIC format. For JPG photos, choose Settings > Camera > Formats > Most Compatible on the iPhone, or upload a screenshot of the photo.',
  damagedPhoto: 'This picture is damaged or incomplete. Please take or choose it again.',
  hugePhoto:
    'This picture has more than 50 megapixels. Please take or choose one with fewer, for example a screenshot of it.',
  pdfPassword: 'This PDF needs a password. Please upload one that opens without a password.',
  pdfCutOff: 'This PDF is incomplete: its end is missing. Please export or scan it again.',
  pdfWithoutPages: 'This PDF has no pages. Please export or scan it again.',
  pdfUnreadable: 'This PDF could not be read. Please export or scan it again.',
} as const

export const dialog = {
  title: 'Upload Prescription',
  description: 'We prepare an order of the tests on it. Nothing is booked before you confirm.',
  cancel: 'Cancel',
  cancelUpload: 'Cancel upload',
  upload: 'Upload',
  notes: 'Notes',
  notesHint: 'Anything that we should know when we prepare your order.',
  succeeded: ['Prescription uploaded', 'We review it and prepare your order.'],
  failed: 'Failed to upload prescription',
} as const

export const picker = {
  choose: 'Choose a file',
  orDrop: 'or drop it here',
  accepted: 'A photo or scan: JPG, PNG or PDF, up to 5 MB',
  label: 'Prescription file',
}

export const fileProblems = {
  missing: 'No File Selected',
  tooLarge: 'File Too Large',
  wrongType: 'Invalid File Type',
}

export const preview = {
  alt: 'Your prescription',
  openPdf: 'Open the PDF',
  remove: (file: string) => `Remove ${file}`,
}

export const progress = { label: 'Upload', uploading: 'Uploading…', checking: 'Checking the file…' }

export const copies = {
  offer: (file: string, size: string) => `${file} has ${size}. A smaller copy can be read as well.`,
  make: 'Use a smaller copy',
  failed: 'No smaller copy could be made',
  convertOffer: (file: string) =>
    `${file} is in Apple’s HEIC format. It can be converted if this browser can show it.`,
  convert: 'Convert to JPG',
  notConverted: 'This browser can’t convert the photo',
}

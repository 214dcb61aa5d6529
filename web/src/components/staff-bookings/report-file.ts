import { reportFileLimit, reportFileTexts } from '@jaanch/contracts/http/report-file'

/** @returns why a file can't be a report, in the API's own words; undefined where it can */
export function refusalOfReport(file: File | null): string | undefined {
  if (!file) return reportFileTexts.missing
  if (file.type !== 'application/pdf') return reportFileTexts.wrongType
  return file.size > reportFileLimit ? reportFileTexts.tooLarge : undefined
}

/** @returns `data:application/pdf;base64,…` */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(file)
  })
}

import {
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionFileTypes,
} from '@jaanch/contracts/http/prescriptions'
import { readDataUrl } from '@/lib/files'
import { fileProblems } from './texts'

export type FileProblem = { title: string; text: string }

export const acceptedTypes = prescriptionFileTypes.join(',')

/** Some systems use image/jpg for a JPEG. */
const types: readonly string[] = [...prescriptionFileTypes, 'image/jpg']

/** @returns why the file is rejected (specification, section 5); undefined if it is accepted */
export function findFileProblem(file: File | null): FileProblem | undefined {
  if (!file) return { title: fileProblems.missing, text: prescriptionFileTexts.missing }
  if (file.size > prescriptionFileLimit) {
    return { title: fileProblems.tooLarge, text: prescriptionFileTexts.tooLarge }
  }
  if (!types.includes(file.type)) {
    return { title: fileProblems.wrongType, text: prescriptionFileTexts.wrongType }
  }
  return undefined
}

/** Whether a file is a photo that is only too large: a smaller copy of it would be accepted. */
export function isLargePhoto(file: File): boolean {
  return file.size > prescriptionFileLimit && file.type.startsWith('image/') && types.includes(file.type)
}

/** @returns the content as a data URL of a type that the API accepts */
export async function readPrescription(file: File): Promise<string> {
  return (await readDataUrl(file)).replace(/^data:image\/jpg;/, 'data:image/jpeg;')
}

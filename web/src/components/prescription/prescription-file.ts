import { isNamedHeic, possibleTypes } from '@jaanch/contracts/file-types'
import {
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionFileTypes,
} from '@jaanch/contracts/http/prescriptions'
import { readDataUrl } from '@/lib/files'
import { fileProblems } from './texts'

export type FileProblem = { title: string; text: string }

/** With the endings of names, for systems that know no types. Without HEIC: an iPhone converts its photos itself then. */
export const acceptedTypes = [...prescriptionFileTypes, '.jpg', '.jpeg', '.png', '.pdf'].join(',')

/** @returns why the file is rejected (specification, section 5); undefined if it is accepted */
export function findFileProblem(file: File | null): FileProblem | undefined {
  if (!file) return { title: fileProblems.missing, text: prescriptionFileTexts.missing }
  if (file.size > prescriptionFileLimit) {
    return { title: fileProblems.tooLarge, text: prescriptionFileTexts.tooLarge }
  }
  if (isNamedHeic(file) || possibleTypes(file.type, prescriptionFileTypes).length === 0) {
    return { title: fileProblems.wrongType, text: prescriptionFileTexts.wrongType }
  }
  return undefined
}

/** Whether a file is a photo of which a copy would be accepted: it is only too large, or in the format of iPhones. */
export function needsCopy(file: File): boolean {
  const isLarge = file.size > prescriptionFileLimit && file.type.startsWith('image/')
  return isNamedHeic(file) || (isLarge && possibleTypes(file.type, prescriptionFileTypes).length > 0)
}

/** Whether the preview is a picture: by its name where the system knows no type. */
export function isShownAsPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || (!type.endsWith('pdf') && /\.(jpe?g|png)$/i.test(name))
}

/** @returns the content as a data URL of a type that the API accepts */
export async function readPrescription(file: File): Promise<string> {
  return (await readDataUrl(file)).replace(/^data:image\/jpg;/, 'data:image/jpeg;')
}

import { isNamedHeic } from '@jaanch/contracts/file-types'
import {
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionFileTypes,
} from '@jaanch/contracts/http/prescriptions'
import { fileProblems } from './texts'

export type FileProblem = { title: string; text: string }

/** With the endings of names, for systems that know no types. Without HEIC: an iPhone converts its photos itself then. */
export const acceptedTypes = [...prescriptionFileTypes, '.jpg', '.jpeg', '.png', '.pdf'].join(',')

/** The types of the specification, section 5 */
const accepted: readonly string[] = [...prescriptionFileTypes, 'image/jpg']

/** @param file as `typedByContent` gives it @returns why the file is rejected (specification, section 5); undefined if it is accepted */
export function findFileProblem(file: File | null): FileProblem | undefined {
  if (!file) return { title: fileProblems.missing, text: prescriptionFileTexts.missing }
  if (file.size > prescriptionFileLimit) {
    return { title: fileProblems.tooLarge, text: prescriptionFileTexts.tooLarge }
  }
  if (!accepted.includes(file.type)) {
    return { title: fileProblems.wrongType, text: prescriptionFileTexts.wrongType }
  }
  return undefined
}

/** Whether a file is a photo of which a copy would be accepted: it is only too large, or in the format of iPhones. */
export function needsCopy(file: File): boolean {
  const isLarge = file.size > prescriptionFileLimit && file.type.startsWith('image/')
  return isNamedHeic(file) || (isLarge && accepted.includes(file.type))
}

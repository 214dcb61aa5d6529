/** The tasks of the thread that handles files, and its answers. */
import type { Change, Plan } from '../plan-change.ts'
import type { StoredText } from '../read-catalogue.ts'
import type { NewPrices } from '../set-prices.ts'
import type { Inspection } from './inspect.ts'
import type { FileFormat } from './write-file.ts'

type FileTask = { name: string; bytes: Uint8Array; stored: StoredText }

export type Task =
  | ({ kind: 'preview'; most: number } & FileTask)
  | ({ kind: 'plan'; most: number; change: Change } & FileTask)
  | ({ kind: 'match' } & FileTask)
  | { kind: 'prices'; prices: NewPrices; stored: StoredText; change: Change }
  | { kind: 'write'; format: FileFormat; stored?: StoredText }
export type Answer = { result: unknown } | { unreadable: string } | { failed: string }

/** An inspection for people: thousands of changes are neither handed over nor listed. @property problemCount of all problems */
export type Preview = Pick<Inspection, 'problems' | 'pdfOnly'> &
  Inspection['comparison'] & { problemCount: number }

/** @property plan undefined: there are problems, and nothing is written */
export type FilePlan = { preview: Preview; plan: Plan | undefined }

/** @property refused a sentence: the prices cannot be set */
export type PricePlan = { refused: string } | { plan: Plan }

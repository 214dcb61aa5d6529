/** What the thread that handles files is asked, and what it answers. */
import type { Catalogue, CatalogueItem } from '../catalogue.ts'
import type { Present } from './inspect.ts'
import type { FileFormat } from './write-file.ts'

export type Task =
  | { kind: 'inspect'; name: string; bytes: Uint8Array; present: Present }
  | { kind: 'match'; name: string; bytes: Uint8Array; items: readonly CatalogueItem[] }
  | { kind: 'write'; format: FileFormat; catalogue?: Catalogue }
export type Answer = { result: unknown } | { unreadable: string } | { failed: string }

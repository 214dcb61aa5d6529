import { join } from 'node:path'
import type { Config } from '@jaanch/platform/config'

/** Where the ledger of erasures is: where ERASURE_LEDGER says, else in DATA_DIR if the database is there too; otherwise nowhere. */
export function ledgerDirectory({
  erasureLedger,
  databaseOwnerUrl,
  dataDir,
}: Pick<Config, 'erasureLedger' | 'databaseOwnerUrl' | 'dataDir'>): string | undefined {
  return erasureLedger ?? (databaseOwnerUrl === undefined ? join(dataDir, 'erasures') : undefined)
}

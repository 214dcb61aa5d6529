import { type LedgerEntry, readErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { formatNumber } from '@jaanch/operations/format'
import type { Applied } from '@jaanch/operations/privacy/apply-ledger'
import { loadConfig } from '@jaanch/platform/config'
import { ledgerDirectory } from '../../local/data-dir.ts'
import { Problem } from '../../local/problem.ts'

export const withoutLedger =
  'ERASURE_LEDGER is not set: people who were erased, accounts that were disabled and consents of family members that were withdrawn since the backup are back. Erase, disable and withdraw them again.'

/** @returns undefined without a ledger @throws Problem if it can't be read: a restore must not forget it */
export async function readLedger(): Promise<LedgerEntry[] | undefined> {
  const config = loadConfig(process.env)
  const directory = ledgerDirectory(config)
  if (!directory) return undefined
  return readErasureLedger(directory).catch((error: NodeJS.ErrnoException) => {
    // a new directory of data, whose stack never ran
    if (error.code === 'ENOENT' && !config.erasureLedger) return undefined
    throw new Problem(
      `The ledger of erasures can't be read: ${error.message}. Nothing was done. Mount it, or create it empty if nobody was ever erased.`,
    )
  })
}

export function describeApplied({ erased, disabled, consentsWithdrawn }: Applied): string {
  return `By the ledger, ${formatNumber(erased)} people were erased, ${formatNumber(disabled)} accounts disabled and ${formatNumber(consentsWithdrawn)} consents withdrawn since: so they are here too.`
}

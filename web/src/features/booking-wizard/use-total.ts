import type { PackageView } from '@jaanch/contracts/http/packages'
import { useState } from 'react'
import { refreshPackages } from '@/lib/resources/packages'
import type { Draft } from './draft'
import { chosenPackageIds, itemsOf, totalOf } from './visit'

/**
 * The total of the visit in rupees: what the person sees and confirms.
 * @returns and shows another one, which the server charges for the same choice: the tests are fetched again for their prices
 */
export function useTotal(draft: Draft, packages: readonly PackageView[]): [number, (next: number) => void] {
  const [charged, setCharged] = useState<{ choice: string; total: number } | null>(null)
  const choice = JSON.stringify(itemsOf(draft))
  const total = charged?.choice === choice ? charged.total : totalOf(draft, packages)
  function showTotal(next: number) {
    setCharged({ choice, total: next })
    void refreshPackages(chosenPackageIds(draft))
  }
  return [total, showTotal]
}

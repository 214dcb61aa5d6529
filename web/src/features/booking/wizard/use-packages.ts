import type { PackageView } from '@jaanch/catalogue/packages/api'
import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { loadPackage, refreshPackages } from '@/features/catalogue/packages-calls'
import { toast } from '@/ui/toast-store'
import type { Draft, UpdateDraft } from './draft'
import { chosenPackageIds, itemsOf, totalOf } from './visit'

/**
 * The chosen tests with their details: the one in the path first, the others as they load. Tests that are no longer on offer are taken
 * out of the draft.
 */
export function useChosenPackages(item: PackageView, { extraPackageIds }: Draft, updateDraft: UpdateDraft) {
  const found = usePackagesById(extraPackageIds)
  const extras = extraPackageIds.flatMap((id) => found.get(id) ?? [])
  const offered = extraPackageIds.filter((id) => found.get(id) !== null)
  const isMissing = offered.length < extraPackageIds.length

  useEffect(() => {
    if (!isMissing) return
    updateDraft({ extraPackageIds: offered })
    toast.info('A test is no longer on offer', 'It was taken out of your booking.')
  }, [isMissing, offered, updateDraft])

  return { packages: [item, ...extras] as const, loading: extras.length < extraPackageIds.length }
}

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

const none: ReadonlyMap<string, PackageView | null> = new Map()

/** Packages with their details by id: null for one that is not on offer, missing while it loads. */
function usePackagesById(ids: readonly string[]): ReadonlyMap<string, PackageView | null> {
  const { data } = useSWR(
    ids.length > 0 ? `packages ${ids.join(' ')}` : null,
    async () => new Map(await Promise.all(ids.map(async (id) => [id, await loadPackage(id)] as const))),
    // retried, unlike a list: without the price nobody can go on
    { shouldRetryOnError: true },
  )
  // not `keepPreviousData`: SWR 2.5 may not render again when the data of the next key arrive
  const known = useRef(none)
  if (data) known.current = data
  return data ?? (ids.length > 0 ? known.current : none)
}

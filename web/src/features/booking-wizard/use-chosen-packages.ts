import type { PackageView } from '@jaanch/contracts/http/packages'
import { useEffect } from 'react'
import { usePackagesById } from '@/lib/resources/packages'
import { toast } from '@/ui/toast-store'
import type { Draft, UpdateDraft } from './draft'

type ChosenPackages = {
  /** The test of the address first. While others load, they are missing */
  packages: readonly [PackageView, ...PackageView[]]
  loading: boolean
}

/** The chosen tests with their details. Tests that are no longer on offer are taken out of the draft. */
export function useChosenPackages(
  item: PackageView,
  { extraPackageIds }: Pick<Draft, 'extraPackageIds'>,
  updateDraft: UpdateDraft,
): ChosenPackages {
  const found = usePackagesById(extraPackageIds)
  const extras = extraPackageIds.flatMap((id) => found.get(id) ?? [])
  const offered = extraPackageIds.filter((id) => found.get(id) !== null)
  const isMissing = offered.length < extraPackageIds.length

  useEffect(() => {
    if (!isMissing) return
    updateDraft({ extraPackageIds: offered })
    toast.info('A test is no longer on offer', 'It was taken out of your booking.')
  }, [isMissing, offered, updateDraft])

  return { packages: [item, ...extras], loading: extras.length < extraPackageIds.length }
}

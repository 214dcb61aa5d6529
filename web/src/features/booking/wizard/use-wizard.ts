import type { PackageView } from '@jaanch/catalogue/packages/api'
import { createContext, useContext } from 'react'
import type { useAddresses } from '@/features/account/people-calls'
import type { AddressErrors } from './address-errors'
import type { Draft, UpdateDraft } from './draft'
import type { VisitSlots } from './use-visit-slots'

/** Everything that the steps, the summary and the footer of the wizard share. */
type WizardState = {
  step: number
  draft: Draft
  updateDraft: UpdateDraft
  /** The chosen tests that have loaded; the first one is the test that the path of the page names. */
  packages: readonly [PackageView, ...PackageView[]]
  /** Rupees */
  total: number
  now: Date
  addresses: Pick<ReturnType<typeof useAddresses>, 'rows' | 'loading'>
  addressErrors: AddressErrors
  visitSlots: VisitSlots
}

export const WizardContext = createContext<WizardState | null>(null)

export function useWizard(): WizardState {
  const state = useContext(WizardContext)
  if (!state) throw new Error('useWizard needs a wizard around it')
  return state
}

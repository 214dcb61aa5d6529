import type { PackageView } from '@jaanch/catalogue/packages/api'
import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { type Draft, newDraft, type UpdateDraft } from './draft'
import type { VisitSlots } from './use-visit-slots'
import { type useWizard, WizardContext } from './use-wizard'
import { chosenPackageIds } from './visit'

/** The latest draft of the `TestWizard` on the page, and every change of it. */
export const shown = { draft: newDraft('p1'), updateDraft: vi.fn<UpdateDraft>() }

type TestWizardProps = Partial<Pick<ReturnType<typeof useWizard>, 'addresses'>> & {
  /** The draft chooses from these and starts with the first one. */
  tests: readonly PackageView[]
  draft?: Partial<Draft>
  children: ReactNode
}

/** The wizard around a single step. */
export function TestWizard({ tests, draft: change, children, addresses }: TestWizardProps) {
  const [draft, setDraft] = useState<Draft>({ ...newDraft(tests[0]?.id ?? 'p1'), ...change })
  const [updateDraft] = useState(() => (next: Partial<Draft>) => {
    shown.updateDraft(next)
    setDraft((before) => ({ ...before, ...next }))
  })
  shown.draft = draft
  const packages = chosenPackageIds(draft).flatMap((id) => tests.find((each) => each.id === id) ?? [])
  const state = {
    ...{ step: 1, draft, updateDraft, total: 0, now: new Date(), addressErrors: {} },
    packages: packages as unknown as readonly [PackageView, ...PackageView[]],
    addresses: addresses ?? { rows: [], loading: false },
    visitSlots: {} as VisitSlots,
  }
  return <WizardContext value={state}>{children}</WizardContext>
}

import type { PackageOverlaps } from '@jaanch/catalogue/packages/api'
import { Layers, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useOverlaps } from '@/features/catalogue/packages-calls'
import { rupeesText } from '@/lib/format/numbers'
import { listText } from '@/lib/format/text'
import { bookPath } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { storeDraftOf } from '../draft'
import { useWizard } from '../use-wizard'

const texts = {
  label: 'What your tests have in common',
  overlap: (shared: number, all: number, test: string, other: string) =>
    shared === 1
      ? `1 of the ${all} parameters of ${test} is in ${other} too;`
      : `${shared} of the ${all} parameters of ${test} are in ${other} too;`,
  alone: (price: string, tests: string) => `alone they cost ${price}: ${tests}.`,
  cheaper: ([first = '', ...others]: readonly string[], price: string, instead: string) =>
    `${first}${others.length > 0 ? ` with ${listText(others)}` : ''} covers all parameters that you chose for ${price} instead of ${instead}.`,
  take: 'Take it instead',
}

/** Names what is paid twice because the chosen tests overlap, and tests that measure everything for less. */
export function OverlapNotes() {
  const { packages, draft, updateDraft } = useWizard()
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const found = useOverlaps(packages.map(({ id }) => id))
  const nameOf = (id: string) => packages.find((each) => each.id === id)?.name
  const overlaps = found?.overlaps.filter(({ packageId, otherId }) => nameOf(packageId) && nameOf(otherId))
  // the saving is for somebody who gets all tests
  const cheaper = draft.skipped.length === 0 ? found?.cheaper : null

  function take({ items }: NonNullable<PackageOverlaps['cheaper']>) {
    const first = items.find(({ id }) => id === draft.packageId) ?? items[0]
    if (!first) return
    const extraPackageIds = items.filter((each) => each !== first).map(({ id }) => id)
    if (first.id === draft.packageId) return updateDraft({ extraPackageIds })
    storeDraftOf(userId, first.id, { ...draft, extraPackageIds })
    navigate(bookPath(first.id))
  }

  if (!overlaps || (overlaps.length === 0 && !cheaper)) return null
  return (
    <ul aria-label={texts.label} className="mt-3 grid gap-2">
      {overlaps.map(({ packageId, otherId, shared, parameters, alone }) => (
        <Note key={`${packageId} ${otherId}`} icon={<Layers />}>
          {texts.overlap(shared, parameters, nameOf(packageId) ?? '', nameOf(otherId) ?? '')}{' '}
          {texts.alone(rupeesText(alone.price), listText(alone.names))}
        </Note>
      ))}
      {cheaper && (
        <Note icon={<Sparkles />} isAdvice>
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-0 grow basis-52">
              {texts.cheaper(
                cheaper.items.map(({ name }) => name),
                rupeesText(cheaper.price),
                rupeesText(cheaper.instead),
              )}
            </span>
            <Button variant="outline" className="max-sm:grow" onClick={() => take(cheaper)}>
              {texts.take}
            </Button>
          </span>
        </Note>
      )}
    </ul>
  )
}

type NoteProps = { icon: ReactNode; children: ReactNode; isAdvice?: boolean }

function Note({ icon, children, isAdvice = false }: NoteProps) {
  return (
    <li
      className={`flex gap-3 rounded-xl px-3.5 py-2.5 ${isAdvice ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft'}`}
    >
      <span className="mt-0.5 shrink-0 [&_svg]:size-4" aria-hidden>
        {icon}
      </span>
      <span className="min-w-0 grow">{children}</span>
    </li>
  )
}

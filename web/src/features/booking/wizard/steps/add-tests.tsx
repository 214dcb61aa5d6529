import { contains } from '@jaanch/catalogue/overlaps/rules'
import type { PackageView } from '@jaanch/catalogue/packages/api'
import { Plus, X } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useCommand } from '@/components/use-command'
import { loadPackage } from '@/features/catalogue/packages-calls'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { listText } from '@/lib/format/text'
import { bookPath } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'
import { useWizard } from '../use-wizard'
import { maxTests } from '../visit'

const texts = {
  failed: (test: string) => `${test} could not be added`,
  gone: 'It is not on offer at present.',
  add: 'Add another test',
  yours: 'Your tests',
  total: 'Total',
  remove: (test: string) => `Remove ${test}`,
  removed: (test: string) => `${test} was removed.`,
  added: (test: string) => `${test} was added.`,
  partOf: (part: string, whole: string) => `${part} is already part of ${whole}.`,
  takenOut: (parts: readonly string[], whole: string) =>
    `${listText(parts)}: already part of ${whole}, so taken out.`,
  bookInstead: 'Book it instead',
}

const TestSearch = lazyDialog(async () => (await import('./test-search')).TestSearch)
const OverlapNotes = lazyPart(async () => (await import('./overlap-notes')).OverlapNotes)

/** Further tests for the same visit: the chosen ones with their total, and a search. */
export function AddTests() {
  const { packages, draft, updateDraft } = useWizard()
  const [searching, setSearching] = useState(false)
  const [notice, setNotice] = useState<ReactNode>(null)
  const [first, ...extras] = packages
  const addButton = useRef<HTMLButtonElement>(null)
  const { run } = useCommand({
    send: ({ id }: PackageView) => loadPackage(id),
    done: show,
    failed: ({ name }) => texts.failed(name),
  })

  function show(added: PackageView | null, { id, name }: PackageView) {
    if (!added) return toast.error(texts.failed(name), texts.gone)
    const whole = packages.find((each) => contains(each.parameterCodes, added.parameterCodes))
    if (whole) setNotice(texts.partOf(name, whole.name))
    else if (contains(added.parameterCodes, first.parameterCodes))
      setNotice(<ReplaceFirst whole={added} part={first} />)
    else {
      const parts = extras.filter((each) => contains(added.parameterCodes, each.parameterCodes))
      const kept = draft.extraPackageIds.filter((each) => !parts.some((part) => part.id === each))
      updateDraft({ extraPackageIds: [...kept, id] })
      const names = parts.map((part) => part.name)
      setNotice(parts.length > 0 ? texts.takenOut(names, name) : texts.added(name))
      close()
    }
  }

  function remove({ id, name }: PackageView) {
    updateDraft({ extraPackageIds: draft.extraPackageIds.filter((each) => each !== id) })
    setNotice(texts.removed(name))
    addButton.current?.focus()
  }

  function close() {
    setSearching(false)
    addButton.current?.focus()
  }

  return (
    <Card className="mt-4 p-5 sm:px-7">
      {extras.length > 0 && (
        <section aria-labelledby="chosen-tests">
          <h2 id="chosen-tests" className="font-semibold">
            {texts.yours}
          </h2>
          <ul className="mt-2 divide-y">
            {packages.map((each) => (
              <li key={each.id} className="flex min-h-13 items-center gap-3 py-1">
                <span className="min-w-0 grow">{each.name}</span>
                <span className="shrink-0 tabular-nums">{rupeesText(each.price)}</span>
                {each === first ? (
                  <span className="size-11 shrink-0" />
                ) : (
                  <Button
                    icon={X}
                    variant="ghost"
                    size="icon"
                    aria-label={texts.remove(each.name)}
                    onClick={() => remove(each)}
                  />
                )}
              </li>
            ))}
          </ul>
          <p className="flex items-baseline justify-between gap-3 border-t pt-3 pr-14">
            <span className="font-semibold">{texts.total}</span>
            <strong className="font-bold text-base tabular-nums">
              {rupeesText(packages.reduce((sum, { price }) => sum + price, 0))}
            </strong>
          </p>
        </section>
      )}
      {extras.length > 0 && (
        <Suspense>
          <OverlapNotes />
        </Suspense>
      )}
      <div role="status" className="not-empty:mb-3 text-ink-soft not-empty:[&:not(:first-child)]:mt-3">
        {!searching && notice}
      </div>
      <Button
        icon={Plus}
        ref={addButton}
        variant="soft"
        className={cn('max-sm:w-full', extras.length > 0 && 'mt-3')}
        aria-haspopup="dialog"
        disabled={packages.length >= maxTests}
        onClick={() => {
          setNotice(null)
          setSearching(true)
        }}
      >
        {texts.add}
      </Button>
      {searching && (
        <TestSearch
          title={texts.add}
          chosen={packages.map(({ id }) => id)}
          notice={notice}
          onChoose={(each) => void run(each)}
          onClose={close}
        />
      )}
    </Card>
  )
}

function ReplaceFirst({ whole, part }: { whole: PackageView; part: PackageView }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {texts.partOf(part.name, whole.name)}
      <ButtonLink variant="outline" size="sm" to={bookPath(whole.id)}>
        {texts.bookInstead}
      </ButtonLink>
    </span>
  )
}

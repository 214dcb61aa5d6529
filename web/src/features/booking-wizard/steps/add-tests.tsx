import type { PackageView } from '@jaanch/contracts/http/packages'
import { contains } from '@jaanch/domain/catalogue/contained-test'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useCommand } from '@/components/use-command'
import { rupeesText } from '@/lib/format/numbers'
import { bookPath } from '@/lib/paths'
import { loadPackage, useSearch } from '@/lib/resources/packages'
import { useDebounced } from '@/lib/timing'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { SearchInput } from '@/ui/search-input'
import { toast } from '@/ui/toast-store'
import type { Draft, UpdateDraft } from '../draft'
import { addTests as texts } from '../texts'
import { maxTests } from '../visit'

type AddTestsProps = {
  packages: readonly [PackageView, ...PackageView[]]
  draft: Draft
  updateDraft: UpdateDraft
}

/** Further tests for the same visit: the chosen ones with their total, and a search. */
export function AddTests({ packages, draft, updateDraft }: AddTestsProps) {
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
    if (whole) setNotice(`${name} is already part of ${whole.name}.`)
    else if (contains(added.parameterCodes, first.parameterCodes))
      setNotice(<ReplaceFirst whole={added} part={first} />)
    else {
      const parts = extras.filter((each) => contains(added.parameterCodes, each.parameterCodes))
      const kept = draft.extraPackageIds.filter((each) => !parts.some((part) => part.id === each))
      updateDraft({ extraPackageIds: [...kept, id] })
      const names = parts.map((part) => part.name).join(' and ')
      setNotice(parts.length > 0 ? `${names}: already part of ${name}, so taken out.` : `${name} was added.`)
      close()
    }
  }

  function remove({ id, name }: PackageView) {
    updateDraft({ extraPackageIds: draft.extraPackageIds.filter((each) => each !== id) })
    setNotice(`${name} was removed.`)
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
            Your tests
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
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${each.name}`}
                    onClick={() => remove(each)}
                  >
                    <X aria-hidden />
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <p className="flex items-baseline justify-between gap-3 border-t pt-3 pr-14">
            <span className="font-semibold">Total</span>
            <strong className="font-bold text-base tabular-nums">
              {rupeesText(packages.reduce((sum, { price }) => sum + price, 0))}
            </strong>
          </p>
        </section>
      )}
      <div role="status" className="not-empty:mb-3 text-ink-soft not-empty:[&:not(:first-child)]:mt-3">
        {notice}
      </div>
      <Button
        ref={addButton}
        variant={searching ? 'ghost' : 'soft'}
        className="max-sm:w-full"
        aria-expanded={searching}
        disabled={packages.length >= maxTests}
        onClick={() => {
          setNotice(null)
          setSearching(!searching)
        }}
      >
        {searching ? <X aria-hidden /> : <Plus aria-hidden />}
        {searching ? 'Close search' : 'Add another test'}
      </Button>
      {searching && (
        <TestSearch
          chosen={packages.map(({ id }) => id)}
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
      {part.name} is already part of {whole.name}.
      <ButtonLink variant="outline" size="sm" to={bookPath(whole.id)}>
        Book it instead
      </ButtonLink>
    </span>
  )
}

type TestSearchProps = {
  chosen: readonly string[]
  onChoose: (item: PackageView) => void
  onClose: () => void
}

/** More are found by a more exact text. */
const maxShown = 6

function TestSearch({ chosen, onChoose, onClose }: TestSearchProps) {
  const [text, setText] = useState('')
  const search = useRef<HTMLElement>(null)
  const { rows, loading } = useSearch(useDebounced(text))
  const shown = text.trim() ? rows.filter(({ id }) => !chosen.includes(id)).slice(0, maxShown) : []
  const isEmpty = text.trim() !== '' && !loading && rows.length === 0
  return (
    <search ref={search} className="mt-3 block scroll-mt-3">
      <SearchInput
        // The customer has just asked for it
        autoFocus
        maxLength={100}
        aria-label="Search for another test"
        placeholder="Search for tests or packages..."
        value={text}
        onChange={(event) => setText(event.target.value)}
        // the results are below, where a phone shows its keyboard
        onFocus={() => search.current?.scrollIntoView({ block: 'start' })}
        onKeyDown={(event) => {
          // Enter would submit the step
          if (event.key === 'Enter') event.preventDefault()
          if (event.key === 'Escape') onClose()
        }}
      />
      <p role="status" className="sr-only">
        {shown.length > 0 && `${shown.length} found`}
      </p>
      {isEmpty && <p className="mt-3 text-ink-soft">No tests found</p>}
      <ul className="mt-2 divide-y">
        {shown.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="flex min-h-13 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-sunken"
              onClick={() => onChoose(item)}
            >
              <span className="min-w-0 grow">
                <span className="sr-only">Add </span>
                {item.name}
              </span>
              <span className="shrink-0 font-semibold tabular-nums">{rupeesText(item.price)}</span>
              <Plus className="size-4 shrink-0 text-brand-ink" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}

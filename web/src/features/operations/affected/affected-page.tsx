import type { AffectedView } from '@jaanch/operations/affected/api'
import { Download, UserSearch } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAddressState } from '@/lib/address-state'
import { useResource } from '@/lib/cache/use-resource'
import { csvFile, saveFile } from '@/lib/files'
import { instantOf, instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { capitalised, shortId } from '@/lib/format/text'
import { serverText } from '@/lib/http/api-error'
import { auditOfPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Panel } from '@/ui/panel'
import { Cell, CodeCell, NumberCell, Row, RowTable, TimeCell } from '@/ui/row-table'
import { Skeleton } from '@/ui/skeleton'
import { RowLink } from '../parts'

const texts = {
  form: {
    actor: 'Account',
    actorHint: 'Its id. The audit trail of a person has a link to here.',
    from: 'From',
    to: 'To',
    toHint: 'Until now, if it is empty.',
    submit: 'Show',
    wrong: 'Please give the id of an account and a time',
  },
  page: {
    none: 'Whose data did an account see?',
    noneText:
      'If somebody else used the account, this shows whose data the account read, so that you can tell them.',
    failed: 'The audit trail cannot be read at the moment.',
    save: 'Save as CSV',
    more: (rows: number) => `${countText(rows)} more are in the file.`,
    isMore: 'There is more than one answer holds: choose a shorter time.',
  },
  seen: {
    title: (people: number) =>
      people === 0
        ? 'It saw the data of nobody'
        : `It saw the data of ${countText(people)} ${people === 1 ? 'person' : 'people'}`,
    fileName: (actor: string) => `affected-${actor}.csv`,
    csvHeads: ['person', 'what', 'times', 'first', 'last', 'objects'],
    label: 'What the account saw of each person',
    heads: { person: 'Person', what: 'What', times: 'Times', first: 'First', last: 'Last' },
    itself: 'Itself',
  },
  lists: {
    title: 'Lists and files, without whose data they had',
    of: {
      'people-listed': (times: number, rows: number) =>
        `Lists of people: ${countText(times)}, with ${countText(rows)} rows in all`,
      'bookings-exported': (times: number, rows: number) =>
        `Pages of bookings saved as a file: ${countText(times)}, with ${countText(rows)} rows in all`,
    },
  },
  signIns: {
    title: 'Sign-ins',
    none: 'It was not signed in to.',
    heads: { at: 'At', session: 'Session', network: 'Network' },
    noNetwork: 'Not recorded',
    fileName: (actor: string) => `sign-ins-${actor}.csv`,
    csvHeads: ['at', 'session', 'network'],
  },
}

type Span = { actor: string; from: string; to: string }

const noSpan = { actor: '', from: '', to: '' }

/** The files have all */
const mostShown = 200

/** Whose data an account saw, for when somebody else had it. */
export function AffectedPage() {
  const [span, show] = useAddressState(noSpan)
  const isComplete = isUser(span.actor) && instantOf(span.from) !== ''
  return (
    <div className="grid grid-cols-1 gap-6">
      <SpanForm key={Object.values(span).join()} span={span} onSubmit={show} />
      {isComplete ? (
        <Affected actor={span.actor} from={instantOf(span.from)} to={instantOf(span.to)} />
      ) : (
        <EmptyState icon={UserSearch} title={texts.page.none} text={texts.page.noneText} />
      )}
    </div>
  )
}

function isUser(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

function SpanForm({ span, onSubmit }: { span: Span; onSubmit: (span: Span) => void }) {
  const [typed, setTyped] = useState(span)
  const [isWrong, setWrong] = useState(false)
  const type = (name: keyof Span) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const actor = typed.actor.trim().toLowerCase()
    const isRight = isUser(actor) && instantOf(typed.from) !== ''
    setWrong(!isRight)
    if (isRight) onSubmit({ ...typed, actor })
  }

  return (
    <search>
      <form
        onSubmit={submit}
        className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[1fr_13rem_13rem_auto]"
      >
        <Field
          label={texts.form.actor}
          hint={texts.form.actorHint}
          error={isWrong ? texts.form.wrong : undefined}
        >
          <Input maxLength={60} autoComplete="off" spellCheck={false} {...type('actor')} />
        </Field>
        <Field label={texts.form.from}>
          <Input type="datetime-local" {...type('from')} />
        </Field>
        <Field label={texts.form.to} hint={texts.form.toHint}>
          <Input type="datetime-local" {...type('to')} />
        </Field>
        <Button type="submit" className="lg:mt-7.5">
          {texts.form.submit}
        </Button>
      </form>
    </search>
  )
}

/** @param span instants; without `to`, until now */
function Affected(span: Span) {
  const { data, loading, error } = useResource('/api/operations/affected', { query: span })
  if (loading) return <Skeleton className="h-96 w-full rounded-xl" />
  if (!data) {
    return (
      <p role="alert" className="rounded-xl border bg-surface px-5 py-8 text-center text-ink-soft">
        {serverText(error) ?? texts.page.failed}
      </p>
    )
  }
  return (
    <>
      {data.isMore && <p role="alert">{texts.page.isMore}</p>}
      <Seen actor={span.actor} people={data.people} />
      {data.lists.length > 0 && (
        <Panel title={texts.lists.title}>
          <ul className="grid gap-1 px-4 py-3 text-sm sm:px-5">
            {data.lists.map(({ action, times, rows }) => (
              <li key={action}>{texts.lists.of[action](times, rows)}</li>
            ))}
          </ul>
        </Panel>
      )}
      <SignIns actor={span.actor} signIns={data.signIns} />
    </>
  )
}

type SeenRow = AffectedView['people'][number]['kinds'][number] & { userId: string }

function Seen({ actor, people }: { actor: string; people: AffectedView['people'] }) {
  const rows = people.flatMap(({ userId, kinds }) => kinds.map((kind) => ({ userId, ...kind })))
  // one line for each person and way, with all that was seen in it
  const lines = rows.map(({ userId, action, times, firstAt, lastAt, objects }) => [
    userId,
    action,
    times,
    firstAt,
    lastAt,
    objects.join(' '),
  ])
  return (
    <Saved id="seen" title={texts.seen.title(people.length)} actor={actor} file={texts.seen} lines={lines}>
      {rows.length > 0 && (
        <RowTable label={texts.seen.label} heads={Object.values(texts.seen.heads)}>
          {rows.slice(0, mostShown).map((row) => (
            <SeenKindRow key={`${row.userId} ${row.action}`} row={row} isItself={row.userId === actor} />
          ))}
        </RowTable>
      )}
    </Saved>
  )
}

type SavedProps = {
  id: string
  title: string
  actor: string
  file: { fileName: (actor: string) => string; csvHeads: readonly string[] }
  lines: readonly (readonly (string | number)[])[]
  children: ReactNode
}

/** A table, and all its rows as a file with whole ids. */
function Saved({ id, title, actor, file: { fileName, csvHeads }, lines, children }: SavedProps) {
  const save = () =>
    saveFile(new Blob([csvFile([csvHeads, ...lines])], { type: 'text/csv' }), fileName(actor))
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {lines.length > 0 && (
          <Button icon={Download} variant="outline" size="sm" onClick={save}>
            {texts.page.save}
          </Button>
        )}
      </div>
      {children}
      {lines.length > mostShown && (
        <p className="mt-3 text-ink-soft text-sm">{texts.page.more(lines.length - mostShown)}</p>
      )}
    </section>
  )
}

function SeenKindRow({ row, isItself }: { row: SeenRow; isItself: boolean }) {
  const mayReadTrail = useMay('support')
  const { userId, action, times, firstAt, lastAt } = row
  return (
    <Row>
      <Cell className="font-mono text-sm">
        {mayReadTrail ? <RowLink to={auditOfPath(userId)}>{shortId(userId)}</RowLink> : shortId(userId)}
        {isItself && <span className="ml-2 font-sans text-ink-soft">{texts.seen.itself}</span>}
      </Cell>
      <Cell>{capitalised(action.replaceAll('-', ' '))}</Cell>
      <NumberCell label={texts.seen.heads.times}>{countText(times)}</NumberCell>
      <TimeCell label={texts.seen.heads.first}>{instantText(firstAt)}</TimeCell>
      <TimeCell label={texts.seen.heads.last}>{instantText(lastAt)}</TimeCell>
    </Row>
  )
}

function SignIns({ actor, signIns }: Pick<AffectedView, 'signIns'> & { actor: string }) {
  const { title, none, heads, noNetwork } = texts.signIns
  const sessionOf = ({ session }: AffectedView['signIns'][number]) => session?.split(':')[1] ?? ''
  const lines = signIns.map((signIn) => [signIn.at, sessionOf(signIn), signIn.network ?? ''])
  return (
    <Saved id="sign-ins" title={title} actor={actor} file={texts.signIns} lines={lines}>
      {signIns.length === 0 ? (
        <p className="text-ink-soft text-sm">{none}</p>
      ) : (
        <RowTable label={title} heads={Object.values(heads)}>
          {signIns.slice(0, mostShown).map((signIn) => (
            <Row key={`${signIn.at} ${signIn.session}`}>
              <Cell className="tabular-nums">{instantText(signIn.at)}</Cell>
              <CodeCell label={heads.session}>{shortId(sessionOf(signIn))}</CodeCell>
              <CodeCell label={heads.network}>{signIn.network ?? noNetwork}</CodeCell>
            </Row>
          ))}
        </RowTable>
      )}
    </Saved>
  )
}

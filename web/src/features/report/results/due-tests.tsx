import type { DueTest } from '@jaanch/report/retests/api'
import { CalendarCheck, CalendarClock, ChevronRight } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { type PersonKey, switchReminders, useDueTests } from '@/features/report/health-calls'
import { dateText } from '@/lib/format/dates'
import { hasCode, serverText } from '@/lib/http/api-error'
import { bookForPath, healthPath } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { Named } from '@/ui/named'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import * as texts from './texts'

/** Lists when each test of a person is usually repeated, with a switch for reminders. @param person `self`, or a family member's id */
export function DueTests({ person }: { person: PersonKey }) {
  const { data, loading, error } = useDueTests(person)
  const { run, busy, running } = useCommand({ send: switchReminders, failed: texts.reminders.failed })
  if (loading) return <Skeleton className="m-5 h-28" />
  if (!data) return <NotShown person={person} error={error} />
  return (
    <>
      {data.tests.length === 0 ? (
        <p className="px-5 pt-4 pb-2 text-ink-soft">{texts.due.none}</p>
      ) : (
        <ul className="divide-y px-5">
          {data.tests.map((test) => (
            <Test key={`${test.packageId} ${test.reason}`} test={test} person={person} />
          ))}
        </ul>
      )}
      <div className="border-t px-5 py-2">
        <Switch
          label={texts.reminders.label}
          description={texts.reminders.description}
          checked={running[0]?.isOn ?? data.isOn}
          disabled={busy}
          onChange={(isOn) => void run({ person, isOn })}
        />
      </div>
      <p className="border-t px-5 py-3 text-ink-soft text-xs">{texts.due.note}</p>
    </>
  )
}

function NotShown({ person, error }: { person: PersonKey; error: unknown }) {
  return (
    <div className="grid justify-items-start gap-3 p-5">
      <p className="text-ink-soft">{serverText(error) ?? texts.due.failed}</p>
      {hasCode(error, 'consent-needed') && (
        <ButtonLink size="sm" variant="outline" to={healthPath(person)}>
          {texts.due.consent}
        </ButtonLink>
      )}
    </div>
  )
}

function Test({ test, person }: { test: DueTest; person: PersonKey }) {
  const { packageId, name, lastOn, dueFrom, isDue, tooSoonUntil, reason, sources } = test
  const day = dateText(dueFrom)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-semibold">{name}</span>
          <Badge variant={isDue ? 'accent' : 'neutral'} icon={isDue ? CalendarClock : CalendarCheck}>
            {isDue ? texts.due.since(day) : texts.due.from(day)}
          </Badge>
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          {texts.due.measured(dateText(lastOn))} {reason}
          {tooSoonUntil !== null && ` ${texts.due.tooSoon(dateText(tooSoonUntil))}`}
        </p>
        <details className="group -mb-2 text-xs">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 rounded-lg text-ink-soft hover:text-ink pointer-fine:min-h-8">
            <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden />
            <span>
              {texts.due.sources}
              <span className="sr-only">{texts.due.sourcesOf(name)}</span>
            </span>
          </summary>
          <ul className="pb-1">
            {sources.map(({ title, url }) => (
              <li key={url}>
                <a
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-11 items-center text-brand-ink underline underline-offset-4 pointer-fine:min-h-7"
                >
                  <span>
                    {title}
                    <span className="sr-only">{texts.newWindow}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      </div>
      {isDue && (
        <ButtonLink size="sm" variant="soft" to={bookForPath(packageId, person)} className="max-sm:w-full">
          <Named of={name}>{texts.due.book}</Named>
        </ButtonLink>
      )}
    </li>
  )
}

import { istDate } from '@jaanch/contracts/calendar'
import type { TrendPerson } from '@jaanch/report/trends/api'
import { passcodeLength, type ShareDays, shareItemsMax, shareLabelMax } from '@jaanch/shares/rules'
import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { testsText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { useHealthTrends, useTrendPeople } from '@/features/report/health-calls'
import { useHealthReports } from '@/features/report/reports-calls'
import { ConsentCard } from '@/features/report/results/consent'
import { canEncrypt, suggestPasscode } from '@/features/shares/link/link'
import { dateText } from '@/lib/format/dates'
import { loadPart } from '@/lib/parts/load-part'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { lazyDialog } from '@/ui/lazy-part'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { createShare } from './calls'
import type { PreparedShare, ShareChoice } from './prepare-share'
import * as texts from './texts'

const MadeShare = lazyDialog(async () => (await import('./made-share')).MadeShare)

type MakeShareProps = {
  /** `self`, the id of a family member, or null */
  person: string | null
  reports: readonly string[]
  trends: readonly string[]
  onClose: () => void
}

const dayOptions = ([1, 7, 30] as const).map((days) => ({
  value: String(days),
  label: texts.make.dayOptions[days],
}))

/** Lets the customer choose results, encrypts and stores them; then shows the link and the passcode, once. */
export function MakeShare({
  person: givenPerson,
  reports: givenReports,
  trends: givenTrends,
  onClose,
}: MakeShareProps) {
  const { data: people, loading, mutate } = useTrendPeople()
  const [chosenPerson, setPerson] = useState(givenPerson)
  const [reports, setReports] = useState(givenReports)
  const [trends, setTrends] = useState(givenTrends)
  const [days, setDays] = useState<ShareDays>(7)
  const [label, setLabel] = useState(() => texts.make.labelDefault(istDate(new Date())))
  const [passcode, setPasscode] = useState(suggestPasscode)
  const [isChecked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [made, setMade] = useState<PreparedShare & { endsAt: string }>()
  /** Sent again after a lost answer, the files are the same: the API stores them once */
  const prepared = useRef<{ of: string; share: PreparedShare }>(undefined)

  const person = people?.find(({ id }) => id === chosenPerson) ?? people?.[0]
  const problem = problemOf({ reports, trends, label, passcode })

  const { run, busy } = useDialogCommand({
    async send() {
      if (!person) return undefined
      const of = JSON.stringify([person.id, reports, trends, label, passcode, days])
      if (prepared.current?.of !== of) {
        const { prepareShare } = await loadPart(() => import('./prepare-share'))
        const share = await prepareShare({ person, reports, trends, label, passcode, days })
        if ('refusal' in share) {
          setRefusal(share.refusal)
          return undefined
        }
        prepared.current = { of, share }
      }
      const { share } = prepared.current
      const { endsAt } = await createShare(share.request)
      return { ...share, endsAt }
    },
    done: setMade,
    failed: texts.make.failed,
  })

  function submit() {
    setChecked(true)
    setRefusal(undefined)
    if (!problem) void run()
  }

  if (made) return <MadeShare {...made} passcode={passcode} onClose={onClose} />
  const isReady = person && !person.needsConsent && canEncrypt()
  return (
    <FormDialog
      title={texts.make.title}
      description={texts.make.description}
      submitLabel={texts.make.submitLabel}
      isSubmitting={busy}
      disabled={!isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      {!canEncrypt() && <p role="alert">{texts.make.insecure}</p>}
      {!loading && !person && <p>{texts.make.noPeople}</p>}
      {person && (
        <Field label={texts.make.person}>
          <Select
            value={person.id}
            onChange={(id) => {
              setPerson(id)
              setReports([])
              setTrends([])
            }}
            options={(people ?? []).map(({ id, name, relationship }) => ({
              value: id,
              label: relationship ? `${name} (${relationship})` : `${name} (${texts.make.self})`,
            }))}
          />
        </Field>
      )}
      {person?.needsConsent && (
        <ConsentCard key={person.id} familyMemberId={person.id} onGiven={() => void mutate()} />
      )}
      {isReady && (
        <>
          <ChooseResults
            key={person.id}
            person={person}
            reports={reports}
            trends={trends}
            onReports={setReports}
            onTrends={setTrends}
            error={isChecked && problem?.at === 'results' ? problem.text : refusal}
          />
          <div className="grid gap-1.5">
            <p className="font-medium text-sm">{texts.make.days}</p>
            <Segmented
              label={texts.make.days}
              value={String(days)}
              onChange={(value) => setDays(Number(value) as ShareDays)}
              options={dayOptions}
            />
          </div>
          <Field
            label={texts.make.label}
            hint={texts.make.labelHint}
            error={isChecked && problem?.at === 'label' ? problem.text : undefined}
          >
            <Input
              value={label}
              maxLength={shareLabelMax}
              autoComplete="off"
              onChange={({ target }) => setLabel(target.value)}
            />
          </Field>
          <Field
            label={texts.make.passcode}
            hint={texts.make.passcodeHint}
            error={isChecked && problem?.at === 'passcode' ? problem.text : undefined}
          >
            <div className="flex gap-2">
              <Input
                value={passcode}
                maxLength={passcodeLength.max}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="font-mono tracking-widest"
                onChange={({ target }) => setPasscode(target.value)}
              />
              <Button
                icon={RefreshCw}
                variant="outline"
                size="icon"
                aria-label={texts.make.another}
                onClick={() => setPasscode(suggestPasscode())}
              />
            </div>
          </Field>
        </>
      )}
    </FormDialog>
  )
}

/** @returns the first thing that is missing or wrong */
function problemOf({ reports, trends, label, passcode }: Omit<ShareChoice, 'person' | 'days'>) {
  const { reports: maxReports, trends: maxTrends } = shareItemsMax
  if (reports.length + trends.length === 0) return { at: 'results', text: texts.make.nothing } as const
  if (reports.length > maxReports || trends.length > maxTrends)
    return { at: 'results', text: texts.make.tooMany(maxReports, maxTrends) } as const
  if (label.trim() === '') return { at: 'label', text: texts.make.labelMissing } as const
  if (passcode.trim().length < passcodeLength.min)
    return { at: 'passcode', text: texts.make.passcodeShort } as const
  return undefined
}

type ChooseResultsProps = {
  person: TrendPerson
  /** Ids */
  reports: readonly string[]
  /** Codes of parameters */
  trends: readonly string[]
  onReports: (ids: readonly string[]) => void
  onTrends: (codes: readonly string[]) => void
  error: string | undefined
}

/** The reports and trends of one person, of which several can be chosen. */
function ChooseResults({ person, reports, trends, onReports, onTrends, error }: ChooseResultsProps) {
  const all = useHealthReports()
  const own = all.rows.filter(({ booking: { familyMember } }) =>
    person.relationship === null
      ? familyMember === null
      : familyMember?.name === person.name && familyMember.relationship === person.relationship,
  )
  const measured = useHealthTrends(person.id)
  const rows = measured.data?.groups.flatMap((group) => group.rows) ?? []
  return (
    <>
      <ChoiceList
        label={texts.make.reports}
        loading={all.loading}
        none={texts.make.noReports}
        chosen={reports}
        onChange={onReports}
        choices={own.map(({ id, booking, createdAt }) => ({
          id,
          title: testsText(booking),
          detail: dateText(createdAt),
        }))}
      />
      <ChoiceList
        label={texts.make.trends}
        loading={measured.loading}
        none={texts.make.noTrends}
        chosen={trends}
        onChange={onTrends}
        choices={rows.map(({ latest, count }) => ({
          id: latest.code,
          title: latest.name,
          detail: texts.make.results(count),
        }))}
      />
      {error && (
        <p role="alert" className="text-error text-xs">
          {error}
        </p>
      )}
    </>
  )
}

type ChoiceListProps = {
  label: string
  loading: boolean
  none: string
  choices: readonly { id: string; title: string; detail: string }[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function ChoiceList({ label, loading, none, choices, chosen, onChange }: ChoiceListProps) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {loading && <Skeleton className="h-24" />}
      {!loading && choices.length === 0 && <p className="text-ink-soft text-sm">{none}</p>}
      {choices.length > 0 && (
        <ul className="max-h-52 divide-y overflow-y-auto rounded-lg border">
          {choices.map(({ id, title, detail }) => (
            <li key={id}>
              <Checkbox
                checked={chosen.includes(id)}
                onChange={(isChosen) => toggle(id, isChosen)}
                className="px-3 py-2"
              >
                <span className="min-w-0">
                  <span className="block font-medium [overflow-wrap:anywhere]">{title}</span>
                  <span className="block text-ink-soft text-xs tabular-nums">{detail}</span>
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

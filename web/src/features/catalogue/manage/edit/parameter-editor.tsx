import { stabilityKinds } from '@jaanch/catalogue/parameters/parameter'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useCommand } from '@/components/use-command'
import { whoText } from '@/features/report/interval-fields/ages'
import { controlOf, resolverFor } from '@/lib/forms'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Choice } from '@/ui/form-choice'
import { Line } from '@/ui/form-line'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { Cell, NowrapCell, Row, RowTable } from '@/ui/row-table'
import { Segmented } from '@/ui/segmented'
import { type CatalogueParameter, type CatalogueView, endParameter, saveParameter } from '../calls'
import { beyondText, limitsText } from '../describe'
import { EditorFrame, type EditorProps, listLength, MissingFrame, Section, useSaving } from './editor-frame'
import {
  type ParameterForm,
  type ParameterType,
  parameterAliases,
  parameterFields,
  parameterSchema,
  toParameter,
  toParameterForm,
} from './parameter-form'
import type { LimitRow, RowKind } from './row-dialog'
import { parameterTexts, rowsTexts } from './texts'
import { fieldOf, listOf, wholeOf } from './typed'

/** Adds or changes a parameter with its intervals and critical limits. */
export function ParameterEditor({ code, catalogue, ...rest }: EditorProps) {
  // as it was opened: what somebody else saves meanwhile does not replace what is typed, but is refused when it is saved
  const [opened] = useState(catalogue)
  const loaded = code === null ? null : opened.parameters.find((one) => one.code === code)
  if (loaded === undefined) return <MissingFrame onClose={rest.onClose} />
  return <Editor {...rest} loaded={loaded} catalogue={opened} />
}

type Rows = { intervals: LimitRow[]; critical: LimitRow[] }

function rowsOf(loaded: CatalogueParameter | null, { intervals }: CatalogueView): Rows {
  const own = intervals.filter(({ parameter }) => parameter === loaded?.code)
  const ages = loaded?.criticalAges ?? []
  return {
    intervals: own.map(({ parameter: _, ...row }) => row),
    critical: ages.map((row) => ({ ...row, sex: null, method: null, expected: null, isActive: true })),
  }
}

function bodyOf(form: ParameterForm, { intervals, critical }: Rows, version: string) {
  const ages = critical.map(({ ageFrom, ageTo, low, high, source }) => ({
    ...{ ageFrom, ageTo: ageTo ?? ageFrom, low, high, source },
  }))
  const parameter = toParameter(form, ages)
  return { version, parameter, intervals: intervals.map((row) => ({ ...row, parameter: form.code })) }
}

type InnerProps = Omit<EditorProps, 'code'> & { loaded: CatalogueParameter | null }

function Editor({ loaded, catalogue, onReload, onClose }: InnerProps) {
  const [rows, setRows] = useState(() => rowsOf(loaded, catalogue))
  const [rowError, setRowError] = useState<string>()
  const [areRowsChanged, setRowsChanged] = useState(false)
  const form = useForm<ParameterForm>({
    resolver: resolverFor(parameterSchema),
    defaultValues: toParameterForm(loaded),
  })

  function change(some: Partial<Rows>) {
    setRows({ ...rows, ...some })
    setRowsChanged(true)
    setRowError(undefined)
  }

  const saving = useSaving({
    form,
    takenCodes: loaded ? [] : catalogue.parameters.map(({ code }) => code),
    send: (values) => saveParameter(bodyOf(values, rows, catalogue.version)),
    texts: parameterTexts,
    fieldAt: (fault) => fieldOf(fault, parameterFields, parameterAliases),
    onOtherFault: setRowError,
    onClose,
  })
  const ending = useCommand({
    send: (code: string) => endParameter(code),
    succeeded: [parameterTexts.ended, loaded?.name ?? ''],
    done: onClose,
    failed: parameterTexts.endFailed,
  })

  const [type, options, decimals] = form.watch(['type', 'options', 'decimals'])
  const list = {
    options: type === 'number' ? null : type === 'text' ? [] : listOf(options),
    decimals: wholeOf(decimals, 0, 6) ?? null,
  }
  return (
    <EditorFrame
      title={loaded?.name ?? parameterTexts.titleNew}
      description={parameterTexts.description}
      code={loaded?.code ?? null}
      actions={
        loaded && (
          <ConfirmButton
            {...parameterTexts.endQuestion(loaded.name)}
            loading={ending.busy}
            onConfirm={() => ending.run(loaded.code)}
          >
            {parameterTexts.end}
          </ConfirmButton>
        )
      }
      saveLabel={parameterTexts.save}
      onReload={onReload}
      {...saving}
      isChanged={saving.isChanged || areRowsChanged}
    >
      <ResultFields form={form} isNew={!loaded} />
      {type === 'number' && <AdultFields form={form} />}
      <RowList
        kind="reference"
        {...list}
        rows={rows.intervals}
        error={rowError}
        onChange={(intervals) => change({ intervals })}
      />
      {type !== 'text' && <CriticalFields form={form} />}
      {type === 'number' && (
        <RowList
          kind="critical"
          {...list}
          rows={rows.critical}
          onChange={(critical) => change({ critical })}
        />
      )}
      <StabilityFields form={form} />
    </EditorFrame>
  )
}

type Form = UseFormReturn<ParameterForm>

const types: readonly ParameterType[] = ['number', 'choice', 'text']

const decimal = { texts: parameterTexts, inputMode: 'decimal', optional: true } as const

function ResultFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const type = form.watch('type')
  const line = { form, texts: parameterTexts }
  return (
    <Section title={parameterTexts.sections.result}>
      <Line {...line} name="code" maxLength={40} readOnly={!isNew} />
      <Line {...line} name="name" maxLength={120} />
      <Segmented
        {...controlOf(form, 'type')}
        label={parameterTexts.type}
        options={types.map((value) => ({ value, label: parameterTexts.types[value] }))}
        className="sm:col-span-2"
      />
      {type === 'number' && (
        <>
          <Line {...line} name="unit" optional maxLength={30} />
          <Line {...line} name="ucum" maxLength={40} />
          <Line {...line} name="decimals" inputMode="numeric" maxLength={1} />
        </>
      )}
      {type === 'choice' && <Line {...line} name="options" maxLength={listLength} isWide />}
      {type !== 'number' && <Line {...line} name="normal" optional />}
      <Line {...line} name="loinc" optional maxLength={12} />
      <Line {...line} name="method" optional />
      <Line {...line} name="synonyms" optional maxLength={listLength} isWide />
    </Section>
  )
}

function AdultFields({ form }: { form: Form }) {
  return (
    <Section title={parameterTexts.sections.adults} hint={parameterTexts.adultsHint}>
      {(['maleLow', 'maleHigh', 'femaleLow', 'femaleHigh'] as const).map((name) => (
        <Line key={name} {...decimal} form={form} name={name} maxLength={16} />
      ))}
    </Section>
  )
}

/** Limits of a number, or options of a choice */
function CriticalFields({ form }: { form: Form }) {
  const isNumber = form.watch('type') === 'number'
  return (
    <Section
      title={parameterTexts.sections.critical}
      hint={isNumber ? parameterTexts.criticalHint : undefined}
    >
      {isNumber ? (
        (['criticalLow', 'criticalHigh'] as const).map((name) => (
          <Line key={name} {...decimal} form={form} name={name} maxLength={16} />
        ))
      ) : (
        <Line
          {...{ form, texts: parameterTexts }}
          name="criticalTexts"
          optional
          maxLength={listLength}
          isWide
        />
      )}
    </Section>
  )
}

function StabilityFields({ form }: { form: Form }) {
  return (
    <Section title={parameterTexts.sections.stability} hint={parameterTexts.stabilityHint}>
      <Choice
        {...{ form, texts: parameterTexts }}
        name="stableIn"
        options={stabilityKinds.map((value) => ({ value, label: value === 'edta' ? 'EDTA' : value }))}
        emptyLabel={parameterTexts.stableInEmpty}
      />
      {(['stableHours', 'stableMin', 'stableMax'] as const).map((name) => (
        <Line key={name} {...decimal} form={form} name={name} maxLength={6} />
      ))}
      <Line {...{ form, texts: parameterTexts }} name="stableSource" optional maxLength={500} isWide />
    </Section>
  )
}

const RowDialog = lazyDialog(async () => (await import('./row-dialog')).RowDialog)

type RowListProps = {
  kind: RowKind
  rows: readonly LimitRow[]
  options: readonly string[] | null
  decimals: number | null
  /** Refused by the API */
  error?: string | undefined
  onChange: (rows: LimitRow[]) => void
}

/** The intervals, or critical limits, of a parameter by age. They are saved with it. */
function RowList({ kind, rows, options, decimals, error, onChange }: RowListProps) {
  const [editing, setEditing] = useState<number | 'new'>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isReference = kind === 'reference'
  const { who, limits, method, source } = rowsTexts.heads

  function keep(row: LimitRow) {
    const next = editing === 'new' || editing === undefined ? [...rows, row] : rows.with(editing, row)
    onChange(next.toSorted((a, b) => a.ageFrom - b.ageFrom))
  }

  function remove(n: number) {
    onChange(rows.toSpliced(n, 1))
    // the button that was pressed is gone
    addButton.current?.focus()
  }

  return (
    <Panel title={rowsTexts[kind].table}>
      <div className="grid grid-cols-1 gap-3 p-4 sm:p-5">
        {error && (
          <p role="alert" className="text-error text-sm">
            {error}
          </p>
        )}
        {rows.length === 0 && <p className="text-ink-soft">{rowsTexts[kind].none}</p>}
        {rows.length > 0 && (
          <RowTable
            label={rowsTexts[kind].table}
            heads={isReference ? [who, limits, method, source, ''] : [who, limits, source, '']}
          >
            {rows.map((row, n) => {
              const of = rowsTexts.of[kind](whoText(row))
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and no state
                <Row key={n}>
                  <Cell className="font-medium">
                    {whoText(row)}
                    {!row.isActive && <Badge className="ml-2">{rowsTexts.inactive}</Badge>}
                  </Cell>
                  <NowrapCell label={limits}>{row.expected ?? limitText(kind, row, decimals)}</NowrapCell>
                  {isReference && <Cell label={method}>{row.method ?? rowsTexts.anyMethod}</Cell>}
                  <Cell className="text-ink-soft text-xs md:max-w-72">
                    {/* some name several papers; all of it is in the dialog */}
                    <span className="line-clamp-2">{row.source}</span>
                  </Cell>
                  <Cell className="md:text-right">
                    <span className="inline-flex gap-2 max-md:mt-1">
                      <Button variant="outline" size="sm" onClick={() => setEditing(n)}>
                        <Named of={of}>{rowsTexts.editButton}</Named>
                      </Button>
                      <Button variant="ghost" size="sm" onClick={() => remove(n)}>
                        <Named of={of}>{rowsTexts.remove}</Named>
                      </Button>
                    </span>
                  </Cell>
                </Row>
              )
            })}
          </RowTable>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button icon={Plus} ref={addButton} variant="outline" onClick={() => setEditing('new')}>
            {rowsTexts[kind].add}
          </Button>
          <p className="min-w-0 text-ink-soft text-xs">{rowsTexts.notSaved}</p>
        </div>
        {editing !== undefined && (
          <RowDialog
            {...{ kind, options }}
            row={editing === 'new' ? null : (rows[editing] ?? null)}
            onKeep={keep}
            onClose={() => setEditing(undefined)}
          />
        )}
      </div>
    </Panel>
  )
}

/** Critical results are those at or beyond a limit. */
function limitText(kind: RowKind, row: LimitRow, decimals: number | null): string {
  return kind === 'reference' ? limitsText(row, decimals) : beyondText(row, decimals)
}

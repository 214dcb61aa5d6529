import { ArrowRight, Check, FileDown, FileQuestion, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { useCommand } from '@/components/use-command'
import { countText } from '@/lib/format/numbers'
import { countedText } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { Cell, Row, RowTable } from '@/ui/row-table'
import {
  type CataloguePreview,
  downloadCatalogue,
  downloadCatalogueTemplate,
  importCatalogue,
  previewCatalogue,
  type SentFile,
} from '../calls'
import { FilePage } from '../file-page'
import { ProblemTable } from '../file-parts'

const texts = {
  heading: {
    title: 'Import and export',
    description:
      'The whole catalogue as one file. You see what an import changes before it changes anything.',
  },
  back: 'Catalogue',
  file: 'Catalogue file',
  accepted: 'XLSX, or CSV files in a ZIP, up to 8 MB',
  accept: '.xlsx,.zip,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reading: 'Reading the file',
  readFailed: 'Failed to read the file',
  another: 'Choose another file',
  apply: 'Apply',
  applyHint: {
    problems: 'Correct the problems in the file first, and choose it again.',
    nothing: 'The catalogue has all of it already: there is nothing to apply.',
  },
  succeeded: 'Catalogue imported',
  failed: 'Failed to import the catalogue',
  conflict: 'The import was refused. Look again at what your file would change now.',
  lookAgain: 'Look again',
}

const filesTexts = {
  title: 'Export',
  text: 'Exports have all parameters, intervals, tests and packages. The template is an empty workbook that explains its columns.',
  xlsx: 'Excel (XLSX)',
  csv: 'CSV (ZIP)',
  template: 'Template',
  failed: 'Failed to download the file',
}

const undoTexts = {
  text: 'To undo an import, import what you exported before it.',
  export: 'Export the present catalogue',
}

const problemTexts = {
  title: (count: number) => `${countText(count)} ${count === 1 ? 'problem' : 'problems'}`,
  lead: 'Nothing can be imported while there are problems.',
}

type SheetId = 'parameters' | 'intervals' | 'tests' | 'packages'

const endings: Record<SheetId, (count: number) => string> = {
  parameters: (count) => `${countedText(count, 'parameter')} will end`,
  intervals: (count) => `${countedText(count, 'interval')} will no longer apply`,
  tests: (count) => `${countedText(count, 'test')} will no longer be offered`,
  packages: (count) => `${countedText(count, 'package')} will no longer be offered`,
}

const differenceTexts = {
  counts: 'Changes by sheet',
  heads: { sheet: 'Sheet', added: 'Added', changed: 'Changed', ended: 'Ended', untouched: 'Untouched' },
  sheets: { parameters: 'Parameters', intervals: 'Intervals', tests: 'Tests', packages: 'Packages' },
  ended: (sheet: SheetId, count: number) => endings[sheet](count),
  endedHint: 'They are not in the file. Bookings and results keep them.',
  groups: {
    ended: (count: number) => `Ended (${countText(count)})`,
    changed: (count: number) => `Changed (${countText(count)})`,
    added: (count: number) => `Added (${countText(count)})`,
  },
  of: { ended: 'of what ends', changed: 'of what changes', added: 'of what is added' },
  nothing: 'nothing',
  to: 'becomes',
  more: 'Show more',
  listed: (shown: number, all: number) => `${countText(shown)} of ${countText(all)} are listed.`,
  pdfOnly: (count: number) => `${countedText(count, 'test')} ${count === 1 ? 'is' : 'are'} PDF only`,
  pdfOnlyHint: 'They measure no parameter, so that labs report them as PDFs.',
}

/** Managers bring in a catalogue as a file: they see its problems, or what it would change, and then apply it. */
export function ImportPage() {
  return (
    <FilePage
      texts={texts}
      look={previewCatalogue}
      apply={({ file, version }: { file: SentFile; version: string }) => importCatalogue(file, version)}
      besides={<FileButtons />}
    >
      {(preview, file, { busy, isOutdated, onApply }) => (
        <Preview
          preview={preview}
          busy={busy}
          isOutdated={isOutdated}
          onApply={() => onApply({ file, version: preview.version })}
        />
      )}
    </FilePage>
  )
}

type PreviewProps = { preview: CataloguePreview; busy: boolean; isOutdated: boolean; onApply: () => void }

function Preview({ preview, busy, isOutdated, onApply }: PreviewProps) {
  const { problems, problemCount, counts } = preview
  const changed = Object.values(counts).some((each) => each.added + each.changed + each.ended > 0)
  const hint = problemCount > 0 ? texts.applyHint.problems : changed ? undefined : texts.applyHint.nothing
  return (
    <>
      {problemCount > 0 ? (
        <Panel title={problemTexts.title(problemCount)}>
          <div className="p-4 sm:p-5">
            <p className="mb-3 text-ink-soft">{problemTexts.lead}</p>
            <ProblemTable problems={problems} count={problemCount} />
          </div>
        </Panel>
      ) : (
        <Difference {...preview} />
      )}
      <div className="mt-5 grid grid-cols-1 gap-3">
        {!hint && <UndoHint />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {hint && <p className="min-w-0 text-ink-soft">{hint}</p>}
          <Button
            loading={busy}
            disabled={hint !== undefined || isOutdated}
            className="max-sm:w-full"
            onClick={onApply}
          >
            {!busy && <Check aria-hidden />}
            {texts.apply}
          </Button>
        </div>
      </div>
    </>
  )
}

const send = {
  xlsx: () => downloadCatalogue('xlsx'),
  csv: () => downloadCatalogue('csv'),
  template: downloadCatalogueTemplate,
}

type Kind = keyof typeof send

const kinds: readonly Kind[] = ['xlsx', 'csv', 'template']

/** Downloads of the catalogue, and of the template of a file. */
function FileButtons() {
  const { run, running } = useCommand({ send: (kind: Kind) => send[kind](), failed: filesTexts.failed })
  return (
    <Panel title={filesTexts.title}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <p className="text-ink-soft">{filesTexts.text}</p>
        <div className="flex flex-wrap gap-2.5 max-sm:*:w-full">
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="outline"
              loading={running.includes(kind)}
              onClick={() => void run(kind)}
            >
              {kind === 'template' ? <FileQuestion aria-hidden /> : <FileDown aria-hidden />}
              {filesTexts[kind]}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}

/** Beside an import: how it can be undone. */
function UndoHint() {
  const { run, busy } = useCommand({ send: send.xlsx, failed: filesTexts.failed })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft p-3.5 text-info">
      <p className="min-w-0 grow basis-56">{undoTexts.text}</p>
      <Button variant="outline" loading={busy} onClick={() => void run()} className="max-sm:w-full">
        {!busy && <FileDown aria-hidden />}
        {undoTexts.export}
      </Button>
    </div>
  )
}

type Change = CataloguePreview['changes'][number]

const sheetIds: readonly SheetId[] = ['parameters', 'intervals', 'tests', 'packages']

const groups = ['ended', 'changed', 'added'] as const

const columns = ['added', 'changed', 'ended', 'untouched'] as const

/** So many changes of a kind are shown at once */
const step = 50

/** How many rows a file adds, changes, ends and leaves as they are, and which ones. What ends comes first. */
function Difference({ changes, counts, pdfOnly }: CataloguePreview) {
  const ending = sheetIds.filter((sheet) => counts[sheet].ended > 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      {ending.length > 0 && (
        <div className="flex items-start gap-3 rounded-lg bg-error-soft p-3.5 text-error">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <div className="min-w-0">
            <ul>
              {ending.map((sheet) => (
                <li key={sheet} className="font-semibold">
                  {differenceTexts.ended(sheet, counts[sheet].ended)}
                </li>
              ))}
            </ul>
            <p className="mt-1 text-sm">{differenceTexts.endedHint}</p>
          </div>
        </div>
      )}
      <RowTable label={differenceTexts.counts} heads={Object.values(differenceTexts.heads)}>
        {sheetIds.map((sheet) => (
          <Row key={sheet}>
            <Cell className="font-semibold">{differenceTexts.sheets[sheet]}</Cell>
            {columns.map((column) => (
              <Cell key={column} label={differenceTexts.heads[column]} className="tabular-nums">
                {countText(counts[sheet][column])}
              </Cell>
            ))}
          </Row>
        ))}
      </RowTable>
      {groups.map((kind) => (
        <ChangeGroup
          key={kind}
          kind={kind}
          changes={changes.filter((change) => change.kind === kind)}
          count={sheetIds.reduce((sum, sheet) => sum + counts[sheet][kind], 0)}
        />
      ))}
      {pdfOnly.length > 0 && (
        <Panel title={differenceTexts.pdfOnly(pdfOnly.length)}>
          <div className="p-4 sm:p-5">
            <p className="text-ink-soft">{differenceTexts.pdfOnlyHint}</p>
            <p className="mt-2 [overflow-wrap:anywhere]">{pdfOnly.join(', ')}</p>
          </div>
        </Panel>
      )}
    </div>
  )
}

type ChangeGroupProps = {
  kind: Change['kind']
  changes: readonly Change[]
  /** How many there are, more than are listed */
  count: number
}

function ChangeGroup({ kind, changes, count }: ChangeGroupProps) {
  const [most, setMost] = useState(step)
  if (count === 0) return null
  return (
    <Panel title={differenceTexts.groups[kind](count)}>
      <ul className="divide-y">
        {changes.slice(0, most).map((change) => (
          <ChangeItem key={`${change.sheet} ${change.key}`} change={change} />
        ))}
      </ul>
      <ShowMore
        list={{ hasMore: changes.length > most, more: () => setMost(most + step), failed: false }}
        label={differenceTexts.more}
        of={differenceTexts.of[kind]}
        className="border-t py-3"
      />
      {changes.length < count && (
        <p className="border-t px-4 py-3 text-ink-soft text-xs sm:px-5">
          {differenceTexts.listed(changes.length, count)}
        </p>
      )}
    </Panel>
  )
}

function ChangeItem({ change: { sheet, kind, key, name, fields } }: { change: Change }) {
  return (
    <li className="grid grid-cols-1 gap-1.5 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge variant={kind === 'ended' ? 'error' : 'neutral'}>{differenceTexts.sheets[sheet]}</Badge>
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name || key}</span>
        {name && <span className="font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">{key}</span>}
      </div>
      {fields.length > 0 && (
        <ul className="grid grid-cols-1 gap-1 text-sm">
          {fields.map(({ title, from, to }) => (
            <li key={title} className="[overflow-wrap:anywhere]">
              <span className="text-ink-soft">{title}:</span>{' '}
              <del className="text-ink-soft">{from || differenceTexts.nothing}</del>
              <ArrowRight className="mx-1.5 inline size-3.5 text-ink-soft" aria-hidden />
              <span className="sr-only"> {differenceTexts.to} </span>
              <ins className="font-medium no-underline">{to || differenceTexts.nothing}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

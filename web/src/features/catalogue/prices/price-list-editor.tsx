import type { PriceListView } from '@jaanch/catalogue/price-lists/api'
import { ArrowLeft, Percent, Tags } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { useLeaveGuard } from '@/features/catalogue/leave-guard/use-leave-guard'
import { countText } from '@/lib/format/numbers'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { changePriceList, endPriceList, usePriceList } from './calls'
import { PriceTable, usePriceDraft } from './price-table'
import { validityText } from './prices'
import { editorTexts, fieldTexts, kindTexts } from './texts'

const FillDialog = lazyDialog(async () => (await import('./dialogs')).FillDialog)

export function PriceListEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, loading } = usePriceList(id)
  return (
    <>
      {!data && <BackButton onClick={onClose} />}
      {loading && <SkeletonList count={8} itemClassName="h-14" />}
      {!loading && !data && <EmptyState icon={Tags} title={editorTexts.failed} />}
      {data && <Editor loaded={data} onClose={onClose} />}
    </>
  )
}

function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <Button icon={ArrowLeft} variant="ghost" size="sm" onClick={onClick} className="mb-3 -ml-3">
      {editorTexts.back}
    </Button>
  )
}

/** @param loaded as it was opened: what somebody else saves meanwhile does not replace what is typed, but is refused when it is saved */
function Editor({ loaded, onClose }: { loaded: PriceListView; onClose: () => void }) {
  const [list, setList] = useState(loaded)
  const [isFilling, setIsFilling] = useState(false)
  const draft = usePriceDraft(list)
  const guard = useLeaveGuard(draft.isChanged, onClose)

  function take(changed: PriceListView) {
    setList(changed)
    draft.reset(changed)
  }

  const saving = useCommand({
    send: (body: NonNullable<ReturnType<typeof draft.check>>) => changePriceList(list.id, body),
    succeeded: editorTexts.succeeded,
    done: take,
    failed: editorTexts.saveFailed,
  })
  const ending = useCommand({
    send: () => endPriceList(list.id, list.version),
    succeeded: [editorTexts.ended, list.name],
    done: take,
    failed: editorTexts.endFailed,
  })

  function save() {
    const body = draft.check()
    if (body) void saving.run(body)
    else toast.error(editorTexts.saveFailed, editorTexts.wrong)
  }

  const subject = [kindTexts[list.kind], list.subjectName].filter(Boolean).join(': ')
  const { errors, days } = draft
  return (
    <>
      {guard.question}
      <BackButton onClick={guard.leave} />
      <PageHeading title={list.name} description={`${subject}, ${validityText(list)}`}>
        {list.state !== 'ended' && (
          <ConfirmButton {...editorTexts.endQuestion(list.name)} loading={ending.busy} onConfirm={ending.run}>
            {editorTexts.end}
          </ConfirmButton>
        )}
      </PageHeading>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[1fr_11rem_11rem]">
        <Field label={fieldTexts.name} error={errors.name}>
          <Input
            autoComplete="off"
            maxLength={80}
            value={days.name}
            onChange={({ target }) => draft.enter({ name: target.value })}
          />
        </Field>
        {(['first', 'last'] as const).map((name) => (
          <Field key={name} label={fieldTexts[name]} optional={name === 'last'} error={errors[name]}>
            <Input
              type="date"
              min="2000-01-01"
              value={days[name]}
              onChange={({ target }) => draft.enter({ [name]: target.value })}
            />
          </Field>
        ))}
      </div>
      <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p role="status" className="text-ink-soft tabular-nums">
          {editorTexts.priced(countText(draft.count), countText(list.items.length))}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button icon={Percent} variant="outline" onClick={() => setIsFilling(true)}>
            {editorTexts.fill}
          </Button>
          <ConfirmButton {...editorTexts.clearQuestion} onConfirm={draft.clear}>
            {editorTexts.clear}
          </ConfirmButton>
        </div>
      </div>
      {/* what was typed while it is saved would be lost with the answer */}
      <div inert={saving.busy}>
        <PriceTable items={list.items} draft={draft} />
      </div>
      <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 mt-4 flex justify-end border-t bg-canvas py-3 max-sm:*:w-full lg:bottom-0">
        <Button loading={saving.busy} disabled={!draft.isChanged} onClick={save}>
          {editorTexts.save}
        </Button>
      </div>
      {isFilling && <FillDialog onFill={draft.fill} onClose={() => setIsFilling(false)} />}
    </>
  )
}

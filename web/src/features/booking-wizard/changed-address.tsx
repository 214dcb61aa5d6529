import { RadioCards } from '@/ui/radio-cards'
import type { Draft, UpdateDraft } from './draft'
import { address as texts } from './texts'

/** Asks what becomes of a saved address whose phone number was changed. */
export function ChangedAddress({ draft, updateDraft }: { draft: Draft; updateDraft: UpdateDraft }) {
  return (
    <div className="mt-4">
      <p className="mb-2 font-medium">{texts.changed(draft.addressLabel)}</p>
      <RadioCards
        label={texts.changed(draft.addressLabel)}
        value={draft.keepsBoth ? 'both' : 'one'}
        onChange={(kept) => updateDraft({ keepsBoth: kept === 'both' })}
        className="sm:grid-cols-2"
        options={[
          { value: 'both', ...texts.keepBoth },
          { value: 'one', ...texts.keepOne },
        ]}
      />
    </div>
  )
}

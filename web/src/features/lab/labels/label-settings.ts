import { type LabelFormat, labelFormats } from '@jaanch/contracts/labels'
import { createStoredSetting } from '@/lib/stored-setting'

/** Which labels this browser's user prints on. */
export const labelFormat = createStoredSetting<LabelFormat>(
  'label-format',
  (stored) => labelFormats.find((format) => format === stored) ?? 'sheet',
)

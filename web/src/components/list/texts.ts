import { maxWaitingRows } from '@/lib/live/waiting-rows'

export const newRows = {
  show: (count: number) => `${count > maxWaitingRows ? `More than ${maxWaitingRows}` : count} new, Show`,
}

import type { PriceListView } from '@jaanch/contracts/http/price-lists'
import { useState } from 'react'
import { z } from 'zod'
import type { ChangedPriceList } from '@/lib/resources/price-lists'
import { type Filling, filledPrice, readRupees, typedText } from './prices'
import { endsInTime, endsTooEarly, lastDay, listFields, untilOf } from './validity'

const daysSchema = z.object(listFields).refine(endsInTime, endsTooEarly)
type Days = z.output<typeof daysSchema>
type Errors = Partial<Record<keyof Days, string>>

const daysOf = ({ name, from, until }: PriceListView): Days => ({ name, first: from, last: lastDay(until) })
const typedOf = ({ items }: PriceListView): ReadonlyMap<string, string> =>
  new Map(items.flatMap(({ packageId, price }) => (price === null ? [] : [[packageId, typedText(price)]])))

export type PriceDraft = ReturnType<typeof usePriceDraft>

/** What is typed for a price list, until it is saved as a whole. Prices are texts, by the id of the test. */
export function usePriceDraft(list: PriceListView) {
  const [days, setDays] = useState(() => daysOf(list))
  const [typed, setTyped] = useState(() => typedOf(list))
  const [isChanged, setIsChanged] = useState(false)
  /** After the first attempt to save, errors show while they are typed */
  const [isChecked, setIsChecked] = useState(false)

  const parsed = daysSchema.safeParse(days)
  const errors: Errors = {}
  if (isChecked) {
    for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as keyof Days] ??= message
  }
  const priceOf = (packageId: string) => readRupees(typed.get(packageId) ?? '')
  const firstWrong = list.items.find(({ packageId }) => priceOf(packageId) === undefined)?.packageId

  function change(prices: ReadonlyMap<string, string>) {
    setTyped(prices)
    setIsChanged(true)
  }

  return {
    ...{ days, errors, isChanged, isChecked, priceOf, firstWrong },
    count: list.items.filter(({ packageId }) => typeof priceOf(packageId) === 'number').length,
    typedOf: (packageId: string) => typed.get(packageId) ?? '',
    enter(some: Partial<Days>) {
      setDays({ ...days, ...some })
      setIsChanged(true)
    },
    type: (packageId: string, text: string) => change(new Map(typed).set(packageId, text)),
    fill: (filling: Filling) =>
      change(
        new Map(
          list.items.map(({ packageId, cataloguePrice }) => [
            packageId,
            typedText(filledPrice(cataloguePrice, filling)),
          ]),
        ),
      ),
    clear: () => change(new Map()),
    /** @returns what is to be saved; undefined if something is wrong, which shows then */
    check(): ChangedPriceList | undefined {
      setIsChecked(true)
      if (!parsed.success || firstWrong !== undefined) return undefined
      const { name, first, last } = parsed.data
      const prices = list.items.flatMap(({ packageId }) => {
        const price = priceOf(packageId)
        return typeof price === 'number' ? [{ packageId, price }] : []
      })
      return { version: list.version, name: name.trim(), from: first, until: untilOf(last), prices }
    },
    reset(saved: PriceListView) {
      setDays(daysOf(saved))
      setTyped(typedOf(saved))
      setIsChanged(false)
      setIsChecked(false)
    },
  }
}

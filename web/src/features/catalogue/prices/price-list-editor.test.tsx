import type { PriceListView } from '@jaanch/catalogue/price-lists/api'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changePriceList } from './calls'
import { PriceListEditor } from './price-list-editor'

const stored: PriceListView = {
  ...{ id: 'list', name: 'Diwali', kind: 'installation', subject: null, subjectName: null },
  ...{ from: '2026-11-01', until: '2026-11-16', tests: 1, state: 'applies', version: 3 },
  createdAt: '2026-10-01T00:00:00.000Z',
  items: [
    { packageId: 'cbc', name: 'CBC', cataloguePrice: 299, price: 249 },
    { packageId: 'lipid', name: 'Lipid Profile', cataloguePrice: 1_299, price: null },
  ],
}
vi.mock('./calls', () => ({
  changePriceList: vi.fn(),
  endPriceList: vi.fn(),
  usePriceList: () => ({ data: stored, loading: false }),
}))
beforeEach(() => {
  vi.mocked(changePriceList).mockReset()
  render(<PriceListEditor id="list" onClose={() => {}} />)
})

const priceOf = (test: string) => screen.getByLabelText<HTMLInputElement>(`Price of ${test} in this list (₹)`)
const enter = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Price List' }))
const unchanged = { version: 3, name: 'Diwali', from: '2026-11-01', until: '2026-11-16' }

test('a list shows the catalogue’s prices beside its own, with the difference, and its last day', () => {
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/CBC.*₹299.*−16\.7%/),
    expect.stringMatching(/Lipid Profile.*₹1,299/),
  ])
  expect(priceOf('CBC').value).toBe('249')
  screen.getByText('1 of 2 tests have a price in this list')
  expect(screen.getByLabelText<HTMLInputElement>(/^Last day/).value).toBe('2026-11-15')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Price List' }).disabled).toBe(true)
})

test('prices are typed with the digit groups of India and saved at once, with the version that was read', async () => {
  vi.mocked(changePriceList).mockResolvedValue({ ...stored, version: 4 })
  enter(priceOf('CBC'), '')
  enter(priceOf('Lipid Profile'), '1,00,000')
  screen.getByText('+7598.2%')
  save()
  const prices = [{ packageId: 'lipid', price: 100_000 }]
  await vi.waitFor(() => expect(changePriceList).toHaveBeenCalledWith('list', { ...unchanged, prices }))
  await vi.waitFor(() => expect(priceOf('CBC').value).toBe('249'))
  enter(priceOf('CBC'), '199')
  save()
  const version = expect.objectContaining({ version: 4 })
  await vi.waitFor(() => expect(changePriceList).toHaveBeenLastCalledWith('list', version))
})

test('a wrong price and a last day before the first one are shown and not sent', () => {
  enter(priceOf('Lipid Profile'), '1,50')
  screen.getByText('Please enter rupees, such as 1,499 or 499.50')
  enter(screen.getByLabelText(/^Last day/), '2026-10-31')
  save()
  screen.getByText('The last day cannot be before the first day')
  enter(priceOf('Lipid Profile'), '150')
  save()
  expect(changePriceList).not.toHaveBeenCalled()
})

test('all prices are filled ten percent below the catalogue, rounded to five rupees, and cleared', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Fill All' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Fill Prices' }))
  await vi.waitFor(() =>
    expect([priceOf('CBC').value, priceOf('Lipid Profile').value]).toEqual(['270', '1,170']),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Clear prices' }))
  await vi.waitFor(() => screen.getByText('0 of 2 tests have a price in this list'))
})

test('a list with prices that are not saved asks before it is left', async () => {
  enter(priceOf('CBC'), '199')
  fireEvent.click(screen.getByRole('button', { name: 'All price lists' }))
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(priceOf('CBC').value).toBe('199')
})

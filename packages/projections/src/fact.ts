/**
 * What the daily statistics count:
 *
 * | metric      | key                          | day in India   | amount (paise)         |
 * |-------------|------------------------------|----------------|------------------------|
 * | `placed`    |                              | of placing     |                        |
 * | `reached`   | a status after the first one | of placing     |                        |
 * | `slot`      | `scheduled 08`, `instant 14` | of placing     |                        |
 * | `city`      | a city, or Other             | of placing     |                        |
 * | `cancelled` | a reason                     | of cancelling  |                        |
 * | `completed` |                              | of completion  | revenue: finalAmount without refunds |
 * | `lab`       | a lab partner                | of completion  | revenue                |
 * | `assigned`  | a lab partner                | of assignment, or of declining |        |
 * | `declined`  | a lab partner                | of declining   |                        |
 * | `package`   | a package                    | of completion  | its part of the above  |
 * | `taken`     | a payment method             | of the payment | what was paid          |
 * | `lab-taken` | a lab partner and a method   | of the payment | what was paid          |
 * | those of contracts/quality.ts | lab, collector | of the draw | seconds, not paise |
 */
export type Fact = { metric: string; key: string; day: string; n: number; amount: number }

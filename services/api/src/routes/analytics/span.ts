/** Which statistics are asked for: those of a generation, from one date to another (Asia/Kolkata), both included. */
export type Span = { generation: number; first: string; today: string }

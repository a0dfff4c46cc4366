import { describe, expect, it } from 'vitest';
import { tokenCounter } from '../../src/scan/tokens.js';

/** Short texts of our own, one a language. `npm run soak -- tokens` measures the same on thousands of files. */
const samples: Readonly<Record<string, string>> = {
  typescript: `import { readFile } from 'node:fs/promises';

export interface Reader<T> {
  readonly name: string;
  read(path: string): Promise<T | undefined>;
}

/** Reads JSON, and gives undefined for a file that is not there. */
export const jsonReader = <T>(): Reader<T> => ({
  name: 'json',
  async read(path) {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
});
`,
  javascript: `const express = require('express');
const app = express();

app.get('/users/:id', async (req, res, next) => {
  try {
    const user = await db.findUser(Number(req.params.id));
    if (!user) return res.status(404).json({ error: 'not found' });
    res.json({ id: user.id, name: user.displayName, tags: [...user.tags] });
  } catch (err) {
    next(err);
  }
});

app.listen(process.env.PORT || 3000, () => console.log('listening'));
`,
  python: `from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass
class Account:
    """A bank account with a history of its balance."""

    owner: str
    balance: float = 0.0
    history: list[float] = field(default_factory=list)

    def deposit(self, amount: float) -> None:
        if amount <= 0:
            raise ValueError(f"cannot deposit {amount!r}")
        self.history.append(self.balance)
        self.balance += amount


if __name__ == "__main__":
    account = Account(os.environ.get("USER", "nobody"))
    account.deposit(100)
    print(account)
`,
  go: `package cache

import (
	"errors"
	"sync"
	"time"
)

var ErrMissing = errors.New("cache: no such key")

type Cache struct {
	mu      sync.RWMutex
	entries map[string]entry
	ttl     time.Duration
}

func (c *Cache) Get(key string) ([]byte, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[key]
	if !ok || time.Since(e.stored) > c.ttl {
		return nil, ErrMissing
	}
	return e.value, nil
}
`,
  c: `#include <stdio.h>
#include <stdlib.h>
#include "list.h"

#define MAX_DEPTH 16

static struct node *make_node(int value, struct node *next)
{
	struct node *n = malloc(sizeof(*n));

	if (!n)
		return NULL;
	n->value = value;
	n->next = next;
	return n;
}

int list_push(struct list *l, int value)
{
	struct node *n = make_node(value, l->head);

	if (!n)
		return -1;	/* out of memory */
	l->head = n;
	return ++l->length;
}
`,
  cpp: `#include <memory>
#include <string>
#include <vector>

namespace shapes {

class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
};

template <typename T>
double total(const std::vector<std::unique_ptr<T>>& shapes) {
  double sum = 0.0;
  for (const auto& shape : shapes) sum += shape->area();
  return sum;
}

}  // namespace shapes
`,
  rust: `use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Counter<'a> {
    words: HashMap<&'a str, usize>,
}

impl<'a> Counter<'a> {
    pub fn add(&mut self, text: &'a str) -> usize {
        for word in text.split_whitespace() {
            *self.words.entry(word).or_insert(0) += 1;
        }
        self.words.len()
    }
}
`,
  java: `package com.example.orders;

import java.util.List;
import java.util.Optional;

public final class OrderService {
    private final OrderRepository repository;

    public OrderService(OrderRepository repository) {
        this.repository = repository;
    }

    @Override
    public Optional<Order> findLatest(String customerId) {
        List<Order> orders = repository.findByCustomer(customerId);
        return orders.isEmpty() ? Optional.empty() : Optional.of(orders.get(orders.size() - 1));
    }
}
`,
  markdown: `# Getting started

Install the package, then point it at a folder:

\`\`\`sh
npm install subplan
npx subplan plan .
\`\`\`

- **Leaves** are what your agent works on.
- **Branches** group leaves that belong together; see [the design](docs/design.md).

> Nothing is uploaded: everything happens on your machine.
`,
  json: `{
  "name": "example",
  "version": "1.4.0",
  "private": true,
  "scripts": { "build": "tsc -p .", "test": "vitest run" },
  "dependencies": {
    "commander": "^14.0.3",
    "zod": "^4.1.0"
  },
  "files": ["dist", "README.md"]
}
`,
  yaml: `name: ci
on:
  push:
    branches: [main]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22, 24]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
      - run: npm ci && npm test
`,
  css: `:root {
  --accent: #0a7cff;
  font-family: system-ui, sans-serif;
}

.card > header:first-child {
  display: flex;
  align-items: center;
  padding: 0.5rem 1rem;
  border-bottom: 1px solid rgba(0, 0, 0, 0.12);
}

@media (max-width: 640px) {
  .card { margin: 0 -8px; }
}
`,
  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Orders</title>
    <link rel="stylesheet" href="/styles/main.css">
  </head>
  <body>
    <main class="container">
      <h1>Your orders</h1>
      <ul id="orders"><li><a href="/orders/17">Order 17</a></li></ul>
    </main>
    <script type="module" src="/app.js"></script>
  </body>
</html>
`,
  shell: `#!/usr/bin/env bash
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
for package in "$root"/packages/*; do
  if [[ -f "$package/package.json" ]]; then
    echo "building \${package##*/}"
    (cd "$package" && npm run build --silent) || exit 1
  fi
done
`,
  other: `The scan reads every file once. What it leaves out, it lists, with the reason; nothing is dropped in silence.
An estimate need not be exact, but it should be wrong by little, and in both directions.
`,
};

// Texts this short scatter more than files do: the bound is wider than what the soak finds at the 95th percentile.
const bound = 0.15;

describe('the estimate stays within 15 % of the tokenizer', async () => {
  const [estimate, exact] = [await tokenCounter('estimate'), await tokenCounter('exact')];

  it.each(Object.entries(samples))('for %s', (language, text) => {
    const truth = exact(text, language, text.length);
    expect(Math.abs(estimate(text, language, text.length) - truth) / truth).toBeLessThan(bound);
  });

  it('and within 6 % on average, with no leaning to one side', () => {
    const errors = Object.entries(samples).map(([language, text]) => {
      const truth = exact(text, language, text.length);
      return (estimate(text, language, text.length) - truth) / truth;
    });
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(errors.map(Math.abs))).toBeLessThan(0.06);
    expect(Math.abs(mean(errors))).toBeLessThan(0.05);
  });
});

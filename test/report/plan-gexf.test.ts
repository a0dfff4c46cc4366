import fc from 'fast-check';
import { DirectedGraph } from 'graphology';
import { parse } from 'graphology-gexf';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { Plan } from '../../src/index.js';
import { planGexf } from '../../src/report/plan-gexf.js';
import { planOfLeaves } from '../plan/plan-of-leaves.js';
import { planOf, ringsOf } from './plans.js';

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** With a parser that refuses what is not well-formed. */
const tagsOf = (xml: string): Tag[] => {
  const tags: Tag[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    tags.push({ name, attributes: Object.fromEntries(values) });
  });
  parser.write(xml).close();
  return tags;
};

/** The same plan, with another label for its first leaf. */
const labelled = (label: string): Plan => {
  const json = JSON.parse(JSON.stringify(planOfLeaves(2, [[0, 1]])));
  json.tree.children[0].label = label;
  return Plan.from(json);
};

const labelsOf = (plan: Plan): string[] =>
  tagsOf(planGexf(plan)).flatMap(({ name, attributes }) => (name === 'node' ? [attributes.label] : []));

describe('a plan as GEXF', () => {
  it('reads back as the graph of its leaves', async () => {
    const plan = await planOf(ringsOf(4, 6), { maxTokens: 600 });
    const graph = plan.graph('leaves');
    const read = parse(DirectedGraph, planGexf(plan));
    expect(read.nodes()).toEqual(graph.nodes());
    expect(read.edges()).toEqual(graph.edges());
    graph.forEachNode((id, { parent, lineage, ...node }) => {
      expect(read.getNodeAttributes(id)).toMatchObject(node);
      expect(read.getNodeAttribute(id, 'size')).toBeGreaterThan(0);
    });
    graph.forEachEdge((key, tie) => expect(read.getEdgeAttributes(key)).toEqual(tie));
    expect(graph.size).toBeGreaterThan(0);
  });

  it('draws the largest leaf largest, and none too small to be seen', () => {
    const json = JSON.parse(JSON.stringify(planOfLeaves(3, [])));
    [40_000, 10_000, 0].forEach((tokens, i) => {
      json.files[i].tokens = tokens;
    });
    const sizes = tagsOf(planGexf(Plan.from(json))).filter(({ name }) => name === 'viz:size');
    expect(sizes.map(({ attributes }) => attributes.value)).toEqual(['40', '20', '4']);
  });

  it('is written of a plan without leaves and of one leaf', async () => {
    expect(labelsOf(await planOf([]))).toEqual([]);
    expect(labelsOf(planOfLeaves(1, []))).toEqual(['leaf 0']);
  });

  it.each([
    ['quotes and markup', `<b a="1">'&amp;'</b>]]>`, `<b a="1">'&amp;'</b>]]>`],
    ['emoji', '👩‍💻 ß 漢', '👩‍💻 ß 漢'],
    ['control characters', 'a\x00\x1b[2J\n\t\x9b', 'a\\x00\\x1b[2J\\n\\t\\x9b'],
    ['a character that turns the direction of text', 'a\u202eb', 'a\\u202eb'],
    ['half of a surrogate pair', 'a\ud83db', 'a\\ud83db'],
    ['what is no character', 'a\ufffeb', 'a\ufffdb'],
  ])('is well-formed with %s in a label', (_, label, shown) => {
    expect(labelsOf(labelled(label))).toEqual([shown, 'leaf 1']);
  });

  it('is well-formed whatever the labels', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (label) => {
        expect(labelsOf(labelled(label))).toHaveLength(2);
      }),
    );
  });

  it('is the same to the byte each time', () => {
    const plan = planOfLeaves(3, [
      [0, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(planGexf(plan)).toBe(planGexf(plan));
    expect(planGexf(Plan.from(plan.toJSON()))).toBe(planGexf(plan));
  });
});

import { useQuery } from "@tanstack/react-query";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { treeText } from "#components/messages/en/tree";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import type { CatalogNode } from "./catalog-model";
import { toDimensions } from "./dimensions-model";

export function Dimensions({ metadata }: { metadata: CatalogNode["metadata"] }) {
  const dimensions = toDimensions(metadata);
  if (dimensions.length === 0) return <p className="text-muted">{treeText.noDimensions}</p>;
  return dimensions.map((dimension) => (
    <div key={dimension.name} className="border-line border-t py-1.5 first:border-t-0">
      <h4 className="font-medium text-meta">{treeText.dimensionTitles[dimension.name]}</h4>
      <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-3">
        {dimension.fields.map((field) => (
          <div key={field.name} className="contents">
            <dt className="truncate text-muted">{field.name}</dt>
            <dd className="break-words">{field.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}

export type NodeDimensionsProps = { node: CatalogNode };

/** The dimensions of a selected node, which the catalog leaves out; a new revision makes them stale as it does the catalog. */
export function NodeDimensions({ node }: NodeDimensionsProps) {
  const api = useApi();
  const found = useQuery(api.catalog.node.queryOptions({ id: node.id }));
  const problem = findProblem(found.error);
  if (problem) return <ErrorPanel {...toProblemText(problem)} />;
  if (!found.data) return <SkeletonRows rows={4} label={treeText.dimensions} />;
  return <Dimensions metadata={found.data.metadata} />;
}

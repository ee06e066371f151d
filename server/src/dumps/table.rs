//! A table of a dump as it is written: rows are gathered by column, and a group of them is written when there are so many. So no more
//! is held than one group, and what the end of the file tells of each.

use std::io::Write;
use std::sync::Arc;

use cydonia_protocol::MatchRecord;
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::columns::{Column, Read, TableColumns};

/// A table that is being written.
pub(super) struct TableWriter<W: Write + Send> {
    pub table: &'static TableColumns,
    file: SerializedFileWriter<W>,
    gathered: Vec<Gathered>,
    rows: usize,
    /// So many make a group.
    group: usize,
}

/// The values of a column that are not written yet.
enum Gathered {
    Flags(Vec<bool>),
    Numbers(Vec<i64>, Levels),
    Reals(Vec<f64>, Levels),
    Texts(Vec<ByteArray>, Levels),
}

/// Of an optional column: 1 for each row that has a value, 0 for each that has none.
type Levels = Option<Vec<i16>>;

impl<W: Write + Send> TableWriter<W> {
    pub(super) fn new(table: &'static TableColumns, group: usize, to: W) -> Result<Self, ParquetError> {
        // What is told of a column as a whole is enough for whoever looks for some of it; of each page it would be as long again.
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_created_by(concat!("cydonia ", env!("CARGO_PKG_VERSION")).to_owned());
        let file = SerializedFileWriter::new(to, schema(table)?, Arc::new(properties.build()))?;
        let gathered = table.columns.iter().map(Gathered::of).collect();
        Ok(Self { table, file, gathered, rows: 0, group })
    }

    /// Takes in the rows of a game.
    pub(super) fn add(&mut self, game: &MatchRecord) -> Result<(), ParquetError> {
        for row in (self.table.rows)(game) {
            for (column, gathered) in self.table.columns.iter().zip(&mut self.gathered) {
                gathered.push(&column.read, game, row);
            }
            self.rows += 1;
            if self.rows >= self.group {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Writes the last group and the end of the file.
    pub(super) fn finish(mut self) -> Result<W, ParquetError> {
        self.flush()?;
        self.file.into_inner()
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.file.next_row_group()?;
        for gathered in &mut self.gathered {
            gathered.write(&mut group)?;
        }
        group.close()?;
        Ok(())
    }
}

impl Gathered {
    fn of(column: &Column) -> Self {
        let levels = column.read.is_optional().then(Vec::new);
        match column.read {
            Read::Flag(_) => Self::Flags(Vec::new()),
            Read::Number(_) | Read::MaybeNumber(_) | Read::Time(_) => Self::Numbers(Vec::new(), levels),
            Read::MaybeReal(_) => Self::Reals(Vec::new(), levels),
            Read::Text(_) | Read::MaybeText(_) => Self::Texts(Vec::new(), levels),
        }
    }

    /// Takes in the value of a row. What it is made of and what it is read by come of the same column, and so are of one kind.
    fn push(&mut self, read: &Read, game: &MatchRecord, row: usize) {
        match (self, read) {
            (Self::Flags(values), Read::Flag(read)) => values.push(read(game, row)),
            (Self::Numbers(values, _), Read::Number(read) | Read::Time(read)) => values.push(read(game, row)),
            (Self::Numbers(values, levels), Read::MaybeNumber(read)) => {
                maybe(values, levels, read(game, row));
            }
            (Self::Reals(values, levels), Read::MaybeReal(read)) => maybe(values, levels, read(game, row)),
            (Self::Texts(values, _), Read::Text(read)) => values.push(text(read(game, row))),
            (Self::Texts(values, levels), Read::MaybeText(read)) => {
                maybe(values, levels, read(game, row).map(text));
            }
            _ => {}
        }
    }

    /// Writes all that was gathered as the group's next column, and holds nothing of it any more.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Flags(values) => write::<BoolType, W>(group, values, &mut None),
            Self::Numbers(values, levels) => write::<Int64Type, W>(group, values, levels),
            Self::Reals(values, levels) => write::<DoubleType, W>(group, values, levels),
            Self::Texts(values, levels) => write::<ByteArrayType, W>(group, values, levels),
        }
    }
}

fn maybe<T>(values: &mut Vec<T>, levels: &mut Levels, value: Option<T>) {
    if let Some(levels) = levels {
        levels.push(value.is_some().into());
    }
    values.extend(value);
}

fn text(text: String) -> ByteArray {
    ByteArray::from(text.into_bytes())
}

fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &mut Vec<T::T>,
    levels: &mut Levels,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("the schema has fewer columns than the table".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, levels.as_deref(), None)?;
    column.close()?;
    values.clear();
    if let Some(levels) = levels {
        levels.clear();
    }
    Ok(())
}

/// The schema of a table, as Parquet has it.
fn schema(table: &TableColumns) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| -> Result<TypePtr, ParquetError> {
        let (physical, logical) = match column.read {
            Read::Flag(_) => (Physical::BOOLEAN, None),
            Read::Number(_) | Read::MaybeNumber(_) => (Physical::INT64, None),
            Read::MaybeReal(_) => (Physical::DOUBLE, None),
            Read::Text(_) | Read::MaybeText(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Read::Time(_) => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MILLIS))),
        };
        let repetition = if column.read.is_optional() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(column.name, physical);
        let field = field.with_repetition(repetition).with_logical_type(logical);
        Ok(Arc::new(field.build()?))
    };
    let fields = table.columns.iter().map(field).collect::<Result<_, _>>()?;
    let name = table.file.trim_end_matches(".parquet");
    Ok(Arc::new(Type::group_type_builder(name).with_fields(fields).build()?))
}

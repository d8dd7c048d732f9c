#include "pessoas_sqlite/person_reader.hpp"

#include "rinha/sqlite/error.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

namespace rinha::pessoas_sqlite {
namespace {

TEST(PersonReader, ReadsAPersonWhoseDateIsDamagedAsCorrupt)
{
    asked_store store;
    const uuid id = store.insert("ana").value();
    store.other().execute("UPDATE pessoas SET nascimento = '2000-13-01'").value();
    auto reader = person_reader::open(store.settings).value();

    EXPECT_EQ(reader.find(id).error(), sqlite::errc::corrupt);
    EXPECT_EQ(reader.search("ana").error(), sqlite::errc::corrupt);
}

TEST(PersonReader, IsInterruptedWhenTheFlagIsSet)
{
    asked_store store;
    for (int i = 0; i < 100; ++i)
        store.insert("p" + std::to_string(i)).value();
    auto reader = person_reader::open(store.settings).value();
    const std::atomic<bool> given_up = true;

    reader.interrupt_when(&given_up);
    auto found = reader.search("nome");
    while (found) // SQLite looks at the flag after so many steps, whichever search makes them
        found = reader.search("nome");
    EXPECT_EQ(found.error(), sqlite::errc::interrupted);
    reader.interrupt_when(nullptr);
    EXPECT_EQ(reader.search("nome")->size(), 50U);
}

TEST(PersonReader, FindsNothingInAFileThatIsNotThere)
{
    const support::temporary_folder folder;
    EXPECT_EQ(person_reader::open({.path = folder.file("pessoas.db")}).error(), sqlite::errc::cannot_open);
}

} // namespace
} // namespace rinha::pessoas_sqlite
